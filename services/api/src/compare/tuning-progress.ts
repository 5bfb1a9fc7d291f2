/** How many passes over the log follow the search: for the compared systems and the baselines. */
const LAST_ROUNDS = 5;

/** Progress of a search for settings, by the matches that it has evaluated. It may end before it has used its budget. */
export class TuningProgress {
  readonly #evaluations: number;
  readonly #tell: (share: number) => void;
  #matches = 1;
  #tried = 1;
  #evaluated = 0;
  /** Matches that were evaluated when the search was over; null: it is not. */
  #searched: number | null = null;

  /** @param tell called with the share that is done, 0 to 1 */
  constructor(evaluations: number, tell: (share: number) => void) {
    this.#evaluations = evaluations;
    this.#tell = tell;
  }

  /** @param share of the log that is read */
  readonly read = (share: number) => this.#tell(share / (1 + this.#evaluations + LAST_ROUNDS));

  /** The log has been read. @param tried matches that each try evaluates */
  open(matches: number, tried: number): void {
    this.#matches = matches;
    this.#tried = tried;
  }

  /** @param matches evaluated so far, of all settings together */
  readonly evaluate = (matches: number) => {
    this.#evaluated = matches;
    const search = this.#evaluations * this.#tried;
    const last = LAST_ROUNDS * this.#matches;
    const done =
      this.#searched === null ? Math.min(matches, search) : search + Math.min(matches - this.#searched, last);
    this.#tell((this.#matches + done) / (this.#matches + search + last));
  };

  /** The search is over, and what it found is compared. */
  compare(): void {
    this.#searched = this.#evaluated;
  }
}
