/** The estimate of a player. */
export interface OpenSkillState {
  /** Strength. */
  readonly mu: number;
  /** Uncertainty of the strength, as a standard deviation. */
  readonly sigma: number;
}
