import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { LOCKS_OF } from '../../services/api/dist/kit/sql/advisory-locks.js';
import { cancelRecompute } from '../../services/api/dist/league-log/follow-recompute.js';
import type { Recompute } from '../../services/api/dist/league-log/recompute.js';
import { findRecompute, listEffects } from '../../services/api/dist/league-log/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import type { MatchSubmission } from '../../services/api/dist/match-log/checks.js';
import type { App } from '../../services/api/dist/start/app.js';
import { configureRatingSystem, mergePlayers, voidMatch } from '../support/changes.js';
import { correctable } from '../support/every-correction.js';
import { keepErrors } from '../support/log.js';
import { dayByDay, expectAllHolds, leagueWith, match, play, usePlatform } from '../support/platform.js';
import { startService } from '../support/service.js';
import { runWhile } from '../support/while-recomputing.js';

const MATCHES = 60;
const PLAYERS = 14;
/** So many that not all of them are listed. */
const CROWD = 1100;

/** Hands every correction to a job, which waits until it is run. */
let patient: App;
const platform = usePlatform();
beforeAll(async () => {
  patient = { ...platform.app, inlineTail: -1 };
});

function season(): MatchSubmission[] {
  return Array.from({ length: MATCHES }, (_, n) => {
    const a = (n * 7919) % PLAYERS;
    const b = (a + 1 + ((n * 104_729) % (PLAYERS - 1))) % PLAYERS;
    return match(n, `p${a} ${n % 11 === 0 ? 'draws' : 'beats'} p${b}`);
  });
}

/** Everybody's first match, and their second against somebody else. */
function crowd(): MatchSubmission[] {
  const seconds = Array.from({ length: 300 }, (_, n) => match(1000 + n, `c${3 * n} beats c${3 * n + 2}`));
  return [...Array.from({ length: CROWD / 2 }, (_, n) => match(n, `c${2 * n} beats c${2 * n + 1}`)), ...seconds];
}

interface Place {
  readonly playerId: number;
  readonly handle: string;
  readonly value: number | null;
  readonly deviation: number | null;
  readonly rank: number | null;
  readonly peak: number | null;
}

/** The board by itself: by PostgreSQL's own ranks, and in order of arrival. */
async function boardOf(slug: string): Promise<Place[]> {
  return (await platform.sql(
    `SELECT player_id AS "playerId", handle, value, deviation, peak,
            CASE WHEN is_ranked THEN rank() OVER (PARTITION BY is_ranked ORDER BY score DESC)::integer END AS rank
     FROM (SELECT *, matches_played > 0 AND NOT is_provisional AS is_ranked FROM rating) AS rating
     JOIN player ON player.id = player_id JOIN league ON league.id = league_id
     WHERE slug = '${slug}' ORDER BY player_id`,
  )) as unknown as Place[];
}

/** What made one board of another, those who moved most first; of equal moves in order of arrival. */
function movesOf(before: readonly Place[], after: readonly Place[]) {
  const places = new Map(before.map((place) => [place.playerId, place]));
  const moves = after.flatMap(({ playerId, handle, value, deviation, rank, peak }) => {
    const from = places.get(playerId) ?? { value: null, deviation: null, rank: null, peak: null };
    if (from.value === value && from.deviation === deviation) return [];
    const was = { value: from.value, deviation: from.deviation };
    const delta = was.value === null || value === null ? null : value - was.value;
    const now = { rankBefore: from.rank, rankAfter: rank, peakBefore: from.peak, peakAfter: peak };
    return [{ playerId, handle, before: was, after: { value, deviation }, delta, ...now }];
  });
  const size = (delta: number | null) => (delta === null ? Number.POSITIVE_INFINITY : Math.abs(delta));
  return moves.toSorted((a, b) => (size(a.delta) === size(b.delta) ? 0 : size(b.delta) - size(a.delta)));
}

const common = { reason: 'so it goes', dryRun: false };
const CORRECTIONS = {
  'a tail': async (slug: string) =>
    voidMatch(patient, COMMAND_LINE, { ...(await correctable(platform.app, slug, 'day-5')), ...common }),
  'a whole log': async (slug: string) =>
    configureRatingSystem(patient, COMMAND_LINE, {
      ...common,
      ...{ league: slug, ratingSystem: 'zonestats', settings: { spread: 60, initialRating: 900 } },
    }),
} satisfies Record<string, (slug: string) => Promise<{ recompute: Recompute | null }>>;

test.each([
  ['a tail', season, false],
  ['a whole log', season, false],
  ['a whole log', season, true],
  ['a whole log', crowd, false],
] as const)(
  'a job of %s reports its effect, including a match that came meanwhile (%o, rank buckets: %s)',
  async (kind, matches, isBucketed) => {
    const slug = `${kind.replaceAll(' ', '-')}-${matches.name}-${isBucketed}`;
    const late = match(2000, `${matches === season ? 'p1' : 'c1'} beats newcomer`);
    for (const name of [slug, `${slug}-twin`]) {
      await leagueWith(platform.app, name, 'zonestats', matches());
    }
    if (isBucketed) await platform.sql(`SELECT build_rank_buckets(id) FROM league WHERE slug = '${slug}'`);
    const { recompute } = await CORRECTIONS[kind](slug);
    const done = await runWhile(platform, recompute, () => play(platform.app, slug, [late]));
    expect(done).toMatchObject({ status: 'DONE', error: null });
    // The twin is as the league was just before: with the match, and without the correction.
    await play(platform.app, `${slug}-twin`, [late]);
    const after = await boardOf(slug);
    const moves = movesOf(await boardOf(`${slug}-twin`), after);
    expect(moves.length).toBeGreaterThan(matches === season ? 10 : 1000);
    const effect = (await listEffects(platform.app.database.manager, [done.id])).get(done.id)!;
    expect(effect.changeCount).toBe(moves.length);
    const [entry] = await platform.sql(
      `SELECT change_count, largest_change FROM audit_entry WHERE league_id = ${done.leagueId} AND change_count IS NOT NULL`,
    );
    const largest = Math.max(...moves.map(({ delta }) => Math.abs(delta ?? 0)));
    expect(entry).toEqual({ change_count: moves.length, largest_change: largest });
    expect(effect.changes.map(({ cause: _, ...move }) => move)).toEqual(
      moves.slice(0, 1000).map(({ handle: _, delta: __, ...move }) => move),
    );
    const causes = new Set(effect.changes.map(({ cause }) => cause));
    expect(causes).toEqual(new Set(kind === 'a tail' ? ['CORRECTED', 'FOLLOWED'] : [undefined]));
    const top = after.filter(({ rank }) => rank !== null).toSorted((a, b) => a.rank! - b.rank!);
    expect(effect.standings.map(({ rank, rating }) => [rank, rating.playerId])).toEqual(
      top.slice(0, 10).map(({ rank, playerId }) => [rank, playerId]),
    );
    await expectAllHolds(platform.app, [slug]);
  },
);

describe('a recompute with a statement that PostgreSQL refuses', () => {
  /** Refuses the lines of a league in a way, always or so many times. @returns what allows them again */
  const refuseLines = async (slug: string, code: string, times = 'infinity') => {
    const [league] = await platform.sql(`SELECT id FROM league WHERE slug = '${slug}'`);
    // A sequence counts on, although what is refused is undone.
    await platform.sql(`
      CREATE SEQUENCE tries;
      CREATE FUNCTION refuse_lines() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.league_id = ${league!.id} AND nextval('tries') <= '${times}'::float THEN
          RAISE EXCEPTION 'not today' USING ERRCODE = '${code}';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse_lines BEFORE INSERT ON league_revision FOR EACH ROW EXECUTE FUNCTION refuse_lines()`);
    return () => platform.sql('DROP FUNCTION refuse_lines CASCADE; DROP SEQUENCE tries');
  };
  const prepared = async (slug: string) => {
    await leagueWith(platform.app, slug, 'zonestats', season());
    return (await CORRECTIONS['a whole log'](slug)).recompute!.id;
  };
  const { signal } = new AbortController();
  const statusOf = async (id: number) => (await findRecompute(platform.app.database, id))!.status;

  test('is left to the next worker if a newer version has locked this one out', async () => {
    const id = await prepared('locked-out');
    const allow = await refuseLines('locked-out', 'lock_not_available');
    await runRecompute(platform.app, id, keepErrors([]), signal);
    expect(await statusOf(id)).toBe('RUNNING');
    await allow();
    await runRecompute(platform.app, id, keepErrors([]), signal);
    expect(await statusOf(id)).toBe('DONE');
  });

  test('restarts after a while, and does not look abandoned meanwhile', async () => {
    const id = await prepared('refused');
    const allow = await refuseLines('refused', 'query_canceled', '1');
    let warned = () => {};
    const refused = new Promise<void>((resolve) => {
      warned = resolve;
    });
    const running = runRecompute(platform.app, id, { ...keepErrors([]), warn: () => warned() }, signal);
    await refused;
    // Outside of the transaction in which it works.
    const locks = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND classid = ${LOCKS_OF.recompute} AND objid = ${id} AND state = 'idle'`;
    await expect.poll(() => platform.sql(locks)).toHaveLength(1);
    await running;
    expect(await statusOf(id)).toBe('DONE');
    await allow();
  });
});

test('the effect can be read later; a recompute that is not done, or was done before effects were stored, has none', async () => {
  const slug = 'read-later';
  await leagueWith(platform.app, slug, 'zonestats', season());
  const before = await boardOf(slug);
  const { recompute: first } = await CORRECTIONS['a whole log'](slug);
  await runRecompute(platform.app, first!.id, keepErrors([]), new AbortController().signal);
  const moves = movesOf(before, await boardOf(slug));
  const { recompute: second } = await CORRECTIONS['a whole log'](slug);
  await cancelRecompute(platform.app, COMMAND_LINE, second!.id);
  const service = await startService({ databaseUrl: platform.url });
  const read = async () => {
    const { league } = await service.anonymous.get(
      `{ league(slug: "${slug}") { recomputes { nodes { status effect {
         changeCount
         changes { player { handle } before { value deviation } after { value deviation } delta rankBefore rankAfter peakBefore peakAfter }
         standings { rank player { handle } rating { value } }
       } } } } }`,
    );
    return league.recomputes.nodes;
  };
  try {
    const [cancelled, done] = await read();
    expect(cancelled).toEqual({ status: 'CANCELLED', effect: null });
    expect(done.effect.changeCount).toBe(PLAYERS);
    expect(done.effect.changes).toEqual(
      moves.map(({ playerId: _, handle, ...move }) => ({ player: { handle }, ...move })),
    );
    const top = (await boardOf(slug)).toSorted((a, b) => a.rank! - b.rank!).slice(0, 10);
    expect(done.effect.standings).toEqual(
      top.map(({ rank, handle, value }) => ({ rank, player: { handle }, rating: { value } })),
    );
    await platform.sql(`UPDATE recompute SET effect = NULL WHERE id = ${first!.id}`);
    expect((await read())[1]).toEqual({ status: 'DONE', effect: null });
  } finally {
    await service.stop();
  }
  await expectAllHolds(platform.app, [slug]);
});

test('a player whose matches count for another has no rating, and does not move with later corrections', async () => {
  const slug = 'merged';
  await leagueWith(platform.app, slug, 'elo', dayByDay('ann beats ben', 'cid beats ann', 'ben beats dan'));
  const idOf = new Map((await boardOf(slug)).map(({ handle, playerId }) => [handle, playerId]));
  const merged = await mergePlayers(platform.app, COMMAND_LINE, {
    ...common,
    league: slug,
    player: 'cid',
    into: 'dan',
  });
  const gone = merged.effect!.changes.find(({ playerId }) => playerId === idOf.get('cid'));
  expect(gone).toMatchObject({ before: { value: expect.any(Number) }, after: { value: null, deviation: null } });
  const [entry] = await platform.sql(`SELECT largest_change FROM audit_entry WHERE action = 'mergePlayers'`);
  const deltas = merged.effect!.changes.flatMap(({ before, after }) =>
    before.value === null || after.value === null ? [] : [Math.abs(after.value - before.value)],
  );
  expect(entry).toEqual({ largest_change: Math.max(...deltas) });

  const settings = { initialRating: 900 };
  const request = { ...common, league: slug, ratingSystem: 'elo', settings };
  const counted = { changeCount: 3, changes: { length: 3 } };
  const foreseen = await configureRatingSystem(platform.app, COMMAND_LINE, { ...request, dryRun: true });
  expect(foreseen.effect).toMatchObject(counted);
  const { recompute } = await configureRatingSystem(patient, COMMAND_LINE, request);
  await runRecompute(platform.app, recompute!.id, keepErrors([]), new AbortController().signal);
  const effects = await listEffects(platform.app.database.manager, [recompute!.id]);
  expect(effects.get(recompute!.id)).toMatchObject(counted);
});
