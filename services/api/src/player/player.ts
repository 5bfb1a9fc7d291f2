/** An identity on the platform. */
export interface Player {
  readonly id: number;
  /** As first written; unique, ignoring case. */
  readonly handle: string;
  readonly createdAt: Date;
}
