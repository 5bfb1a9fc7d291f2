import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { recomputeLeague } from '@openladder/api/dist/changes/rating-system.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import { makeChange } from '@openladder/api/dist/league-log/engine.js';
import { findRecompute } from '@openladder/api/dist/league-log/recompute.repository.js';
import { runRecompute } from '@openladder/api/dist/league-log/run-recompute.js';
import { insertPlayers } from '@openladder/api/dist/player/player.repository.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { MAX_BATCH } from '@openladder/api/dist/submission/submit-matches.js';
import { seededRandom } from '@openladder/rating/random';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A league of duels that nobody played: the same ones whenever it is asked for. */
export interface SyntheticLeague {
  readonly slug: string;
  readonly ratingSystem: string;
  /** One a minute; one in twenty is a draw. */
  readonly matches: number;
  /** When it opens, in Unix milliseconds; default: 2020. */
  readonly opensAt?: number;
  /** Anybody meets anybody, and the better one wins more often. */
  readonly players: number;
}

const OPENING = Date.parse('2020-01-01T00:00:00Z');
export const MINUTE = 60_000;
const DRAWS = 1 / 20;
const SEED = 2026;
/** Characters of one chunk of a COPY. */
const PIECE = 65_536;

/** The handle of a player, by number from 0; the same person in every synthetic league of a database. */
export function handleOf(player: number): string {
  return `player${player}`;
}

/**
 * Writes a league's log past the service, as full submissions would have left it, but for the ratings.
 * @param app of a database whose user is a superuser: the rows go in without a look at each foreign key
 * @returns the league's id
 */
export async function writeSyntheticLog(app: App, league: SyntheticLeague): Promise<number> {
  const { slug, ratingSystem, matches, opensAt = OPENING } = league;
  const { id } = await createLeague(app, COMMAND_LINE, { slug, name: slug, ratingSystem });
  const client = new pg.Client(app.directUrl);
  await client.connect();
  try {
    const ids = await ensurePlayers(app, id, league.players);
    await client.query('SET session_replication_role = replica');
    await client.query('BEGIN');
    await copy(
      client,
      'match (league_id, sequence, external_id, played_at, player_ids, placements, content_hash, submitted_at)',
      map(duels(league), ({ sequence, playedAt, players, placements }) => {
        const at = new Date(playedAt).toISOString();
        const participants = players.map((player) => ids[player]);
        return `${id}\t${sequence}\t${slug}-${sequence}\t${at}\t{${participants}}\t{${placements}}\t\\\\x00\t${at}\n`;
      }),
    );
    await client.query(
      `UPDATE league SET match_count = $2, last_sequence = $2, rated_through = $3, version = ($2 - 1) / $4 + 1 WHERE id = $1`,
      [id, matches, new Date(opensAt + matches * MINUTE), MAX_BATCH],
    );
    await client.query(
      `INSERT INTO league_event (league_id, number, kind, sequences, revision, at)
       SELECT league_id, (sequence - 1) / $2 + 1, 'MATCHES_RATED', array_agg(sequence ORDER BY sequence), 1, max(submitted_at)
       FROM match WHERE league_id = $1 GROUP BY 1, 2`,
      [id, MAX_BATCH],
    );
    await client.query('COMMIT');
    await client.query('SET session_replication_role = DEFAULT');
    await client.query(
      `INSERT INTO membership (league_id, player_id, since, handle, handle_key)
       SELECT $1, player.id, own.since, handle, handle_key FROM player
       JOIN (SELECT player_id, min(submitted_at) AS since FROM match CROSS JOIN unnest(player_ids) AS player_id
             WHERE league_id = $1 GROUP BY 1) AS own ON player_id = player.id`,
      [id],
    );
    await client.query(
      `INSERT INTO membership (league_id, player_id, since, handle, handle_key)
       SELECT 0, player_id, since, handle, handle_key FROM membership WHERE league_id = $1
       ON CONFLICT (player_id, league_id) DO UPDATE SET since = least(membership.since, excluded.since)`,
      [id],
    );
    await client.query('ANALYZE player, match, membership');
  } finally {
    await client.end();
  }
  return id;
}

/** A league as `writeSyntheticLog` writes it, and rated. @returns its id */
export async function writeRated(app: App, league: SyntheticLeague): Promise<number> {
  const id = await writeSyntheticLog(app, league);
  await recompute(app, league.slug);
  return id;
}

/**
 * Rates a league's whole log by the job that does so in the service.
 * @throws Error where the job does not end well
 */
export async function recompute(app: App, slug: string): Promise<void> {
  const asked = await makeChange({ ...app, inlineTail: 0 }, COMMAND_LINE, recomputeLeague, {
    league: slug,
    reason: 'benchmark',
  });
  const { id } = asked.recompute!;
  await runRecompute(app, id, app.log, new AbortController().signal);
  const done = await findRecompute(app.database.manager, id);
  if (done?.status !== 'DONE') throw new Error(`the recompute of ${slug} is ${done?.status}: ${done?.error}`);
}

/** One duel of a league. */
export interface Duel {
  /** From 1, in the order of the log. */
  readonly sequence: number;
  /** Unix milliseconds. */
  readonly playedAt: number;
  /** By number. */
  readonly players: readonly [number, number];
  readonly placements: readonly [number, number];
}

/** The duels of a league, one after the other. */
export function* duels({
  matches,
  players,
  opensAt = OPENING,
}: Pick<SyntheticLeague, 'matches' | 'players' | 'opensAt'>): Generator<Duel> {
  const random = seededRandom(SEED);
  const skills = Float64Array.from({ length: players }, () => random.normal());
  for (let sequence = 1; sequence <= matches; sequence++) {
    const first = random.integer(0, players - 1);
    const second = (first + random.integer(1, players - 1)) % players;
    const isWon = random.chance(1 / (1 + Math.exp(skills[second]! - skills[first]!)));
    const placements = random.chance(DRAWS) ? ([1, 1] as const) : isWon ? ([1, 2] as const) : ([2, 1] as const);
    yield { sequence, playedAt: opensAt + sequence * MINUTE, players: [first, second], placements };
  }
}

/** Players who are made at a time. */
const CROWD = 10_000;

/** Makes those who are missing. @returns ids by number */
async function ensurePlayers(app: App, leagueId: number, count: number): Promise<number[]> {
  const handles = Array.from({ length: count }, (_, player) => handleOf(player));
  const ids = new Map<string, number>();
  for (let start = 0; start < count; start += CROWD) {
    const made = await insertPlayers(app.database.manager, leagueId, handles.slice(start, start + CROWD), new Date());
    for (const [key, id] of made.ids) ids.set(key, id);
  }
  return handles.map((handle) => ids.get(handle)!);
}

/** Streams lines into a table, a few thousand in a piece. */
async function copy(client: pg.Client, table: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(pieces(lines)), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
}

function* pieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* map<A, B>(items: Iterable<A>, change: (item: A) => B): Generator<B> {
  for (const item of items) yield change(item);
}
