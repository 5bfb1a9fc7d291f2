/** What is known of a player. */
export interface OpenSkillState {
  /** How strong they are. */
  readonly mu: number;
  /** How uncertain that is, as a standard deviation. */
  readonly sigma: number;
}
