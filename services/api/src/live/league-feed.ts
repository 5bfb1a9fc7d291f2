import type { Visibility } from '../access/access.js';
import type { LeagueEvent, LeagueEventPage } from '../outbox/outbox.js';

/** The most events, and matches in them, that are in memory for subscribers who are a little behind. */
export interface FeedWindow {
  readonly events: number;
  readonly matches: number;
}

/** Events read at a time. */
export const PAGE = 500;

/** Reads the events of a league after a given one. */
export type ReadNews = (page: { after: number; limit: number }) => Promise<LeagueEventPage>;

/**
 * The newest events of one league, read once for all its followers in this process. A follower has only its position; it must read events
 * on its own if they are forgotten before it takes them.
 */
export class LeagueFeed {
  readonly #recent: LeagueEvent[] = [];
  #matches = 0;
  /** All events after this number, up to the version, are in memory. */
  floor: number;
  /** The version of the league up to which its events are known. */
  version: number;
  visibility: Visibility;
  /** When the league was deleted; null if it was not. */
  deletedAt: Date | null = null;
  /** Why its followers must leave; undefined if they need not. */
  failure: unknown;
  #isStale = false;
  #isReading = false;
  readonly #waiting = new Set<() => void>();

  constructor(
    league: { readonly version: number; readonly visibility: Visibility },
    private readonly window: FeedWindow,
    private readonly read: ReadNews,
    /** Called when reading failed; the next look tries again. */
    private readonly onError: (error: unknown) => void,
  ) {
    this.floor = league.version;
    this.version = league.version;
    this.visibility = league.visibility;
  }

  /** Makes its followers leave, or admits new ones. */
  setFailure(failure: unknown): void {
    this.failure = failure;
    if (failure !== undefined) this.#wakeAll();
  }

  /** The events in memory after this number; null if older ones are needed as well. */
  since(number: number): readonly LeagueEvent[] | null {
    if (number < this.floor) return null;
    return this.#recent.slice(this.#recent.findLastIndex((event) => event.number <= number) + 1);
  }

  /** Reads new events if there are any, one statement at a time. */
  look(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#catchUp();
  }

  /** Resolves when there are new events, or when the signal is aborted. */
  news(left: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        left.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      left.addEventListener('abort', wake);
      if (left.aborted) wake();
    });
  }

  async #catchUp(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        this.#take(await this.read({ after: this.version, limit: PAGE }));
      }
    } catch (error) {
      this.onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  #take({ version, visibility, deletedAt, events }: LeagueEventPage): void {
    if (version === this.version) return;
    const isPartial = events.length === PAGE;
    this.#isStale ||= isPartial;
    this.version = isPartial ? events.at(-1)!.number : version;
    this.visibility = visibility;
    this.deletedAt = deletedAt;
    for (const event of events) {
      this.#recent.push(event);
      this.#matches += eventMatches(event);
    }
    this.#forget();
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Keeps the newest event, however large it is. */
  #forget(): void {
    const isFull = () => this.#recent.length > this.window.events || this.#matches > this.window.matches;
    while (this.#recent.length > 1 && isFull()) {
      const event = this.#recent.shift()!;
      this.#matches -= eventMatches(event);
      this.floor = event.number;
    }
  }
}

function eventMatches({ sequences }: LeagueEvent): number {
  return sequences?.length ?? 0;
}
