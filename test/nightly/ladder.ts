import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { createLeague, type LeagueDetails } from '../../services/api/dist/league/league.service.js';
import { runNightly } from '../../services/api/dist/nightly/pass-midnight.js';
import type { App } from '../../services/api/dist/start/app.js';
import { createTestDatabase } from '../support/database.js';
import { keepErrors } from '../support/log.js';
import { match, openPlatform, type pastBoard, play, problemsOf } from '../support/platform.js';
import { shared } from '../support/shared.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Ladders on a database of their own, whose clock stands still until it is moved. */
export interface Ladders {
  readonly url: string;
  readonly app: App;
  readonly clock: { now: number };
  open(
    slug: string,
    details?: LeagueDetails & { readonly ratingSystem?: string; readonly settings?: object },
  ): Promise<void>;
  /** Plays one duel now. @param told such as `ann beats ben` or `ann draws ben` */
  play(slug: string, result: string): Promise<void>;
  /** The work of the worker every minute. @throws what it would log */
  night(app?: App): Promise<void>;
  /** Another process on the same database. */
  replica(): Promise<App>;
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** The findings of `openladder verify`. */
  problems(): Promise<unknown[]>;
  close(): Promise<void>;
}

/** What a board shows of each place. */
export const placesOf = (nodes: Awaited<ReturnType<typeof pastBoard>>) =>
  nodes.map(({ rank, rating: { playerId, value, deviation, score, display, isProvisional } }) => ({
    ...{ rank, playerId, value, deviation, score, display, isProvisional },
  }));

/** Ladders of all tests of a file. @param urlOf as `databaseUrl` of `openLadders`, when it is there */
export function useLadders(start: string, urlOf?: () => string): Ladders {
  const open = () => openLadders(start, urlOf?.());
  return shared(open, ({ close }) => close());
}

/** @param databaseUrl a database that is there already; it is left there */
export async function openLadders(start: string, databaseUrl?: string): Promise<Ladders> {
  const database = databaseUrl ? { url: databaseUrl, drop: async () => undefined } : await createTestDatabase();
  const clock = { now: Date.parse(start) };
  const platforms: Awaited<ReturnType<typeof openPlatform>>[] = [];
  const replica = async () => {
    const platform = await openPlatform(database.url);
    platforms.push(platform);
    return { ...platform.app, clock: () => new Date(clock.now) };
  };
  const app = await replica();
  let matches = 0;
  return {
    url: database.url,
    app,
    clock,
    open: async (slug, { ratingSystem = 'timed-glicko', settings = {}, ...details } = {}) => {
      await createLeague(app, COMMAND_LINE, { slug, ratingSystem, settings, ...details, name: slug });
    },
    play: async (slug, result) => {
      await play(app, slug, [{ ...match(0, result), externalId: `match ${++matches}`, playedAt: new Date(clock.now) }]);
    },
    night: async (process = app) => {
      const failures: unknown[] = [];
      await runNightly(process, keepErrors(failures));
      if (failures.length > 0) throw failures[0];
    },
    replica,
    sql: (statement) => app.database.query(statement),
    problems: () => problemsOf(app),
    close: async () => {
      for (const platform of platforms) await platform.close();
      await database.drop();
    },
  };
}
