/** Why the API refuses something. */
export interface ApiRefusal {
  /** As UserErrorCode of the schema has it; missing if there is none. */
  readonly code?: string | undefined;
  /** The API's own sentence: the field, the rule and the value. */
  readonly message: string;
}
