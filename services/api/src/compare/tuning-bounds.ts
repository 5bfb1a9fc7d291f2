/** What bounds a search for settings. */
export interface SearchBounds {
  /** How many settings may be tried. */
  readonly evaluations: number;
  /** How long the search may take. */
  readonly seconds: number;
  /** The share of the matches that only the passes after the search evaluate. */
  readonly heldOut: number;
}

/** How many passes over the log follow the search: for the compared systems and the baselines. */
const LAST_ROUNDS = 5;

/** How many of those passes are by the rater that is searched; the others take little. */
const LAST_OF_RATER = 3;

/** Settings may take this share of the time each or, if the first ones take long, this many times as long as those. */
const MAX_OF_TIME = 1 / 6;
const MAX_OF_FIRST = 3;

/** How many settings a search may try, and how long each may take, by its request and by the time that those before took. */
export class TuningBounds {
  /** How many settings were stopped because they took too long. */
  stopped = 0;
  #tried = 0;
  /** When the first process reported progress; null before that, because processes take time to start. */
  #begun: number | null = null;
  #firstDone = 0;
  #lastDone = 0;

  constructor(private readonly bounds: SearchBounds) {}

  /** Matches are being evaluated: the time begins, if it has not. */
  begin(): void {
    this.#begun ??= performance.now();
  }

  add(tried: number): void {
    this.#lastDone = performance.now();
    if (this.#tried === 0) this.#firstDone = this.#lastDone;
    this.#tried += tried;
  }

  /** As many as requested, or as fit into the time before the last passes. */
  readonly evaluations = (): number => {
    const { evaluations } = this.bounds;
    if (this.#tried === 0 || this.#begun === null) return evaluations;
    const now = performance.now();
    const each = this.#each(this.#begun, now);
    return Math.min(evaluations, this.#tried + Math.max(0, Math.floor(this.#left(this.#begun, now, each) / each)));
  };

  /** How long settings that begin now may take, in milliseconds. The first ones may take as long as they need. */
  readonly limit = (): number => {
    if (this.#tried === 0 || this.#begun === null) return Number.POSITIVE_INFINITY;
    const most = Math.max(1000 * this.bounds.seconds * MAX_OF_TIME, (this.#firstDone - this.#begun) * MAX_OF_FIRST);
    return Math.min(most, this.#left(this.#begun, performance.now(), this.#each(this.#begun, this.#lastDone)));
  };

  /** The mean time of the settings that were tried until then, without the first ones. */
  #each(begun: number, until: number): number {
    return this.#tried === 1 ? this.#firstDone - begun : (until - this.#firstDone) / (this.#tried - 1);
  }

  /** The time before the passes that follow. */
  #left(begun: number, now: number, each: number): number {
    const { seconds, heldOut } = this.bounds;
    return 1000 * seconds - (now - begun) - (each * LAST_OF_RATER) / (1 - heldOut);
  }
}

/** Progress of a search for settings, in passes over the log. It may end before it has used its budget. */
export class TuningProgress {
  #reported = 0;
  #matches = 1;
  /** The share of the log that each try evaluates. */
  #part = 1;
  #evaluated = 0;
  /** Passes of the search that it did not need. */
  #saved = 0;

  /** @param onProgress called with the share that is done, 0 to 1 */
  constructor(
    private readonly bounds: Pick<TuningBounds, 'evaluations'>,
    private readonly onProgress: (share: number) => void,
  ) {}

  /** @param share of the log that is read */
  readonly read = (share: number) => this.#tell(share);

  /** The log has been read. @param tried matches that each try evaluates */
  open(matches: number, tried: number): void {
    this.#matches = matches;
    this.#part = tried / matches;
  }

  /** @param matches evaluated so far, of all settings together */
  readonly evaluate = (matches: number) => {
    this.#evaluated = matches / this.#matches;
    this.#tell(1 + this.#evaluated + this.#saved);
  };

  /** The search is over, and its result is compared. */
  compare(): void {
    this.#saved = this.#search - this.#evaluated;
  }

  get #search(): number {
    return this.bounds.evaluations() * this.#part;
  }

  #tell(passes: number): void {
    // If settings take longer than expected, fewer are tried. Progress never goes back.
    this.#reported = Math.min(1, Math.max(this.#reported, passes / (1 + this.#search + LAST_ROUNDS)));
    this.onProgress(this.#reported);
  }
}
