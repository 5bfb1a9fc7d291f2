/** An identity on the platform. */
export interface Player {
  readonly id: number;
  /** As first written; unique without regard to case. */
  readonly handle: string;
  readonly createdAt: Date;
}
