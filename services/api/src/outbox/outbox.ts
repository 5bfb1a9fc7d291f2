import { randomUUID } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { type Visibility } from '../access/access.js';
import { type ProcessSession } from '../database/process-session.js';
import { inPages } from '../kit/grouped-by.js';
import { type Log } from '../kit/log.js';
import { arrayLiteral, gatedBy } from '../kit/sql/columns.js';
import { bigint, fieldsBut, integer, key, nullable, table, text, time } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';

/** The outbox: each row is written in the same transaction as the change that it reports. */
export const LeagueEventTable = table('league_event', {
  leagueId: key(integer()),
  /** The league's version after the write. Events become visible in the order of versions. */
  number: key(bigint()),
  kind: text<'MATCHES_RATED' | 'RECOMPUTED' | 'BOARD_REFRESHED' | 'MATCH_SHOWN'>(),
  /** Sequences of the matches that arrived with the write, in order of arrival; null if there were none. */
  sequences: nullable(integer<readonly number[]>({ array: true })),
  /** The league's revision after the write. */
  revision: integer(),
  at: time(),
  /** The cause of the revision: the mutation, and the subject of its audit entry; null if there is no revision. */
  action: nullable(text()),
  subject: nullable(text()),
});
export type LeagueEventTable = InstanceType<typeof LeagueEventTable>;

/**
 * Kinds of writes to a league. `MATCHES_RATED`: matches were added at the end of the log. `RECOMPUTED`: a new revision; any rating may have
 * changed. `BOARD_REFRESHED`: time passed, and the board was refreshed; or a player was hidden or shown. `MATCH_SHOWN`: the details of a match
 * have changed and no rating has; or it is one of several that were withdrawn or restored together, and the new revision follows.
 */
export type EventKind = LeagueEvent['kind'];

/** Kinds of writes after which a board may look different. */
export type BoardEventKind = Exclude<EventKind, 'MATCH_SHOWN'>;

/** A write that changed a league, however many matches it rated. */
export type LeagueEvent = Omit<LeagueEventTable, 'action' | 'subject'>;

const FIELDS = fieldsBut(LeagueEventTable, 'action', 'subject');

/** Writes an event of the league $1. @param gate a relation that must have a row, or nothing is written */
export function insertEventSql(first: number, gate?: string): string {
  return `INSERT INTO league_event (league_id, number, kind, sequences, revision, at)
    SELECT $1::integer, number, kind, sequences, revision, at
    FROM (VALUES ($${first}::bigint, $${first + 1}::text, $${first + 2}::integer[], $${first + 3}::integer,
                  $${first + 4}::timestamptz)) AS new (number, kind, sequences, revision, at)
    ${gatedBy(gate)}`;
}

export function eventParameters({ number, kind, sequences, revision, at }: Omit<LeagueEvent, 'leagueId'>): unknown[] {
  return [number, kind, sequences && arrayLiteral(sequences), revision, at];
}

/** The audit entry of a revision. */
export interface RevisionCause {
  readonly action: string;
  readonly subject: string;
}

/** Records a write as an event, in the transaction of the write, which has the league's lock. Announce it after the commit. */
export async function insertEvent(
  tx: Sql,
  { leagueId, number, kind, sequences, revision, at }: LeagueEvent,
  cause: RevisionCause | null = null,
): Promise<void> {
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_event (league_id, number, kind, sequences, revision, at, action, subject)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING 1`,
    [
      ...[leagueId, number, kind, sequences && arrayLiteral(sequences), revision, at],
      ...[cause?.action ?? null, cause?.subject ?? null],
    ],
  );
  expectRows('insertEvent', rows.length, 1);
}

/** Records that a correction changes how some matches are shown: an event for each, with the numbers from the given one on. */
export async function insertShownMatches(
  tx: Sql,
  { leagueId, number, revision, at }: Pick<LeagueEvent, 'leagueId' | 'number' | 'revision' | 'at'>,
  action: string,
  subjects: readonly string[],
): Promise<void> {
  const rows: unknown[] = await tx.query(
    `INSERT INTO league_event (league_id, number, kind, revision, at, action, subject)
     SELECT $1, $2::bigint + place - 1, 'MATCH_SHOWN', $3, $4, $5, subject
     FROM unnest($6::text[]) WITH ORDINALITY AS own (subject, place) RETURNING 1`,
    [leagueId, number, revision, at, action, subjects],
  );
  expectRows('insertShownMatches', rows.length, subjects.length);
}

/** A league and its new events, as of one moment. */
export interface LeagueEventPage {
  readonly version: number;
  readonly visibility: Visibility;
  /** When the league was deleted; null if it was not. */
  readonly deletedAt: Date | null;
  /** In their order. */
  readonly events: readonly LeagueEvent[];
}

type NewsRow = Pick<LeagueEventPage, 'version' | 'visibility' | 'deletedAt'> & {
  readonly [Field in keyof LeagueEvent]: LeagueEvent[Field] | null;
};

/** The first events after this number that may have changed the board, and the league as it is now. */
export async function listEventsAfter(
  sql: Sql,
  leagueId: number,
  page: { after: number; limit: number },
): Promise<LeagueEventPage> {
  const rows: NewsRow[] = await sql.query(
    `SELECT version, visibility, deleted_at AS "deletedAt", event.*
     FROM league LEFT JOIN LATERAL (
       SELECT ${FIELDS}
       FROM league_event WHERE league_id = league.id AND number > $2 AND kind <> 'MATCH_SHOWN' ORDER BY number LIMIT $3) AS event ON true
     WHERE league.id = $1 ORDER BY number`,
    [leagueId, page.after, page.limit],
  );
  // No row: the deleted league has no rows left.
  if (!rows[0]) return { version: page.after + 1, visibility: 'PRIVATE', deletedAt: new Date(), events: [] };
  const { version, visibility, deletedAt } = rows[0];
  return { version, visibility, deletedAt, events: rows.filter(({ number }) => number !== null) as LeagueEvent[] };
}

/** The PostgreSQL channel on which processes wake each other. */
const CHANNEL = 'openladder';
/** Shortest time between notifications, in milliseconds: each one takes a lock of the whole server when it commits. */
const INTERVAL = 50;
/** The most topics in a notification: its payload must be shorter than 8,000 bytes. */
const MAX_TOPICS = 200;

/** Topics to wait for: the events of one league, or of another kind. */
export type Topic = `${string}:${number}`;

export interface NeedsWakeUps {
  /** Called for every write once it is committed. */
  readonly wakeUps: WakeUps;
}

interface Notification {
  /** The process that sent it. */
  readonly from: string;
  readonly topics: readonly Topic[];
}

/**
 * Wakes everybody who waits for a topic, in this process and in others on the database. A wake-up means only that there may be news. A
 * lost one costs nothing but time, because waiters also look on their own now and then.
 */
export class WakeUps {
  readonly #self = randomUUID();
  readonly #listeners = new Map<Topic, Set<() => void>>();
  readonly #pending = new Set<Topic>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #sentAt = 0;

  constructor(
    private readonly database: DataSource,
    private readonly log: Log,
  ) {}

  /** Calls back at every wake-up of a topic. @returns a function that ends it */
  on(topic: Topic, wake: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(wake));
    return () => {
      listeners.delete(wake);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** Wakes this process at once, and the others within 50 ms. Call it after the commit. */
  announce(topic: Topic): void {
    this.#wake(topic);
    this.#pending.add(topic);
    this.#schedule();
  }

  /** Listens for the wake-ups of other processes, until the session closes. */
  listen(session: ProcessSession): Promise<void> {
    return session.prepare(async (client) => {
      client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
      await client.query(`LISTEN ${CHANNEL}`);
      // Events may have been announced while no one listened.
      for (const topic of this.#listeners.keys()) this.#wake(topic);
    });
  }

  /** Anyone who can reach the database can use the channel. */
  #receive(payload: string): void {
    try {
      const { from, topics } = JSON.parse(payload) as Notification;
      if (from !== this.#self) for (const topic of topics) this.#wake(topic);
    } catch (error) {
      this.log.error({ err: error }, 'Could not read a notification');
    }
  }

  /** Sends the remaining notifications. */
  async close(): Promise<void> {
    while (this.#timer || this.#sending) {
      if (this.#timer) this.#send();
      await this.#sending;
    }
  }

  #wake(topic: Topic): void {
    for (const wake of [...(this.#listeners.get(topic) ?? [])]) wake();
  }

  /** One notification at a time: while the database is busy, topics are gathered. */
  #schedule(): void {
    if (this.#timer || this.#sending) return;
    this.#timer = setTimeout(() => this.#send(), Math.max(0, this.#sentAt + INTERVAL - Date.now()));
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sentAt = Date.now();
    const topics = [...this.#pending];
    this.#pending.clear();
    this.#sending = this.#notify(topics).finally(() => {
      this.#sending = undefined;
      if (this.#pending.size > 0) this.#schedule();
    });
  }

  async #notify(topics: readonly Topic[]): Promise<void> {
    const notifications = [...inPages(topics, MAX_TOPICS)].map(
      (page): Notification => ({ from: this.#self, topics: page }),
    );
    const payloads = notifications.map((notification) => JSON.stringify(notification));
    try {
      await this.database.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
        CHANNEL,
        payloads,
      ]);
    } catch (error) {
      this.log.error({ err: error }, 'Could not notify other processes; they will poll instead');
    }
  }
}

/** The topic of a league: its board, or who may read it, may have changed. */
export function leagueTopic(leagueId: number): Topic {
  return `league:${leagueId}`;
}
