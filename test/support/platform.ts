import { randomBytes } from 'node:crypto';
import { defineRater, type Rater } from '@openladder/rating';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { CHANGES } from '../../services/api/dist/changes/changes.js';
import { connect } from '../../services/api/dist/database/data-source.js';
import { ProcessSession } from '../../services/api/dist/database/process-session.js';
import { SchemaWatch } from '../../services/api/dist/database/schema-watch.js';
import { createLog, STANDARD_ERROR } from '../../services/api/dist/kit/log.js';
import { preparedReads } from '../../services/api/dist/kit/sql/prepared.js';
import type { League } from '../../services/api/dist/league/league.js';
import { findLeague } from '../../services/api/dist/league/league.repository.js';
import { createLeague } from '../../services/api/dist/league/league.service.js';
import { LeagueReader } from '../../services/api/dist/league/league-reader.js';
import { TokenStorageUsage } from '../../services/api/dist/league/quota.js';
import { LeagueFeeds } from '../../services/api/dist/live/league-feeds.js';
import type { MatchSubmission, SideSubmission } from '../../services/api/dist/match-log/checks.js';
import { createMetrics } from '../../services/api/dist/metrics/metrics.js';
import { WakeUps } from '../../services/api/dist/outbox/outbox.js';
import { loadRaters } from '../../services/api/dist/raters/raters.js';
import { RatingReader } from '../../services/api/dist/rating/board.js';
import type { PastMoment } from '../../services/api/dist/rating/rating.js';
import { readPastStandings } from '../../services/api/dist/reading/past.js';
import type { App } from '../../services/api/dist/start/app.js';
import { readSeal } from '../../services/api/dist/start/open-app.js';
import { TABLES } from '../../services/api/dist/start/tables.js';
import { LeagueCache } from '../../services/api/dist/submission/league-state.js';
import { LeagueWriteQueues } from '../../services/api/dist/submission/league-write-queue.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { networkList } from '../../services/api/dist/webhook/addresses.js';
import { createTestDatabase } from './database.js';
import { failingLog } from './log.js';
import { databaseOf, onServer, withDatabase } from './server.js';
import { shared } from './shared.js';
import { sidesOf } from './story-match.js';

export const OPENING = Date.parse('2020-01-01T00:00:00Z');
export const DAY = 86_400_000;

/** A platform in this process, on a database of its own. */
export interface Platform {
  readonly url: string;
  readonly app: App;
  /** Runs SQL behind the service's back. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** Lets go of the database. */
  close(): Promise<void>;
  /** Removes the database; call after `close`. */
  drop(): Promise<void>;
  /** Does both. */
  remove(): Promise<void>;
}

/** Opens a platform with the built-in raters and these. */
export async function openPlatform(url: string, more: readonly Rater[] = [keptRater]): Promise<Platform> {
  const database = await connect(url, TABLES);
  const raters = new Map(await loadRaters([]));
  for (const rater of more) raters.set(rater.key, rater);
  const reads = preparedReads(database);
  const log = createLog('silent', STANDARD_ERROR);
  const session = new ProcessSession(url, log);
  const wakeUps = new WakeUps(database, failingLog);
  const schema = new SchemaWatch(database, failingLog);
  await schema.look();
  const app: App = {
    database,
    directUrl: url,
    backups: null,
    reads,
    seal: await readSeal(database),
    isStandby: false,
    leagues: new LeagueReader(reads),
    ratings: new RatingReader(reads),
    raters,
    changes: CHANGES,
    webhookAllowed: networkList([]),
    raterModules: [],
    leagueStorage: null,
    leagueWork: null,
    tokenWork: null,
    tokenStorage: null,
    tokenGrowth: new TokenStorageUsage({ database, schema }, failingLog),
    revisionDays: null,
    verifiesNightly: true,
    leagueCache: new LeagueCache(),
    submissions: new LeagueWriteQueues(),
    session,
    wakeUps,
    schema,
    log,
    metrics: createMetrics(),
    feeds: new LeagueFeeds(reads, wakeUps, failingLog),
    inlineTail: 1000,
    // So few that most states are in the temporary file.
    stateBytes: 1000,
    clock: () => new Date(),
  };
  const close = async () => {
    app.feeds.close();
    await wakeUps.close();
    await session.close();
    await app.tokenGrowth.tell();
    await database.destroy();
  };
  const drop = () => dropDatabase(url);
  return { url, app, sql: (statement) => onServer(url, statement), close, drop, remove: () => close().then(drop) };
}

export async function newPlatform(): Promise<Platform> {
  return openPlatform((await createTestDatabase()).url);
}

interface PlatformOptions {
  /** The URL of a database that is left there. If omitted, it has one of its own. */
  readonly urlOf?: () => string;
  /** As `openPlatform` takes them. */
  readonly raters?: readonly Rater[];
}

/** A platform that is removed when its test ends. @param url as `openPlatform`; default: a database of its own */
export async function platformOfTest(url?: string): Promise<Platform> {
  const platform = await (url ? openPlatform(url) : newPlatform());
  onTestFinished(platform.remove);
  return platform;
}

/** A platform of all tests of a file. */
export function usePlatform({ urlOf, raters }: PlatformOptions = {}): Platform {
  return shared(
    async () => openPlatform(urlOf ? urlOf() : (await createTestDatabase()).url, raters),
    ({ close, remove }) => (urlOf ? close() : remove()),
  );
}

/** Makes a database with all that another has; nobody may be connected to that one. @returns its URL */
export async function copyDatabase(url: string): Promise<string> {
  const original = databaseOf(url);
  const copy = `${original}_${randomBytes(3).toString('hex')}`;
  const statement = `CREATE DATABASE ${pg.escapeIdentifier(copy)} TEMPLATE ${pg.escapeIdentifier(original)}`;
  await onServer(withDatabase(url, 'postgres'), `${statement} STRATEGY FILE_COPY`);
  return withDatabase(url, copy);
}

async function dropDatabase(url: string): Promise<void> {
  const name = pg.escapeIdentifier(databaseOf(url));
  await onServer(withDatabase(url, 'postgres'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** A rater whose state cannot be restored from the journal, so that it is kept beside it. */
const { restore: _, ...zoneStats } = (await loadRaters([])).get('zonestats')!;
export const keptRater = defineRater({ ...zoneStats, key: 'kept', version: '2.1.0' });

export async function openLeague(app: App, slug: string, ratingSystem: string, settings: object = {}): Promise<void> {
  await createLeague(app, COMMAND_LINE, { slug, name: slug, ratingSystem, settings });
}

export async function leagueNow({ database }: Pick<App, 'database'>, slug: string): Promise<League> {
  return (await findLeague(database.manager, COMMAND_LINE, slug))!;
}

/** A whole board of the past, of not more than 100 players. */
export async function pastBoard(
  app: Parameters<typeof readPastStandings>[0],
  slug: string,
  moment: Partial<PastMoment>,
) {
  const page = { first: 100, after: null, around: null, includeProvisional: true };
  const given = { asOf: null, asKnownAt: null, ...moment };
  return (await readPastStandings(app, await leagueNow(app, slug), given, page)).nodes;
}

/** A match from a sentence ("ann+ben beats cid") on a day after the opening. */
export function match(day: number, sentence: string): MatchSubmission {
  return {
    externalId: `day-${day}`,
    playedAt: new Date(OPENING + day * DAY),
    sides: sidesOf(sentence) as SideSubmission[],
  };
}

/** Matches of sentences, one a day from the first day on. */
export function dayByDay(...sentences: readonly string[]): MatchSubmission[] {
  return sentences.map((sentence, index) => match(index + 1, sentence));
}

/** Says more of participants: guests, minutes played, scores. */
export function withPlayerDetails(
  submission: MatchSubmission,
  players: Readonly<Record<string, object>>,
): MatchSubmission {
  const sides = submission.sides.map((side) => ({
    ...side,
    participants: side.participants.map((participant) => ({ ...participant, ...players[participant.player] })),
  }));
  return { ...submission, sides };
}

/** Submits matches that must all be accepted, in one batch. */
export async function play(app: App, slug: string, matches: readonly MatchSubmission[]): Promise<void> {
  for (const result of await submitMatches(app, COMMAND_LINE, slug, matches)) {
    if (result.kind === 'rejected') throw new Error(`${result.externalId} was rejected: ${result.refusal.message}`);
  }
}

/** Opens a league in which these matches were played. */
export async function leagueWith(
  app: App,
  slug: string,
  ratingSystem: string,
  matches: readonly MatchSubmission[],
): Promise<void> {
  await openLeague(app, slug, ratingSystem);
  await play(app, slug, matches);
}

/** A signal that is aborted after so many looks. */
export function afterLooks(count: number): AbortSignal {
  let looks = 0;
  return {
    get aborted() {
      return looks++ >= count;
    },
  } as AbortSignal;
}

/** The findings of `openladder verify`. @param slugs of the leagues to verify; if omitted: all */
export async function problemsOf(app: App, slugs?: readonly string[]) {
  const { leagues, platform } = await verifyDatabase(app, slugs);
  return [...leagues.flatMap(({ slug, problems }) => problems.map((problem) => ({ slug, ...problem }))), ...platform];
}

/** Expects that `openladder verify` finds nothing. @param slugs as `problemsOf` */
export async function expectAllHolds(app: App, slugs?: readonly string[]): Promise<void> {
  expect(await problemsOf(app, slugs)).toEqual([]);
}
