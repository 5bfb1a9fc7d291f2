import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import { recomputeLeague } from '../support/changes.js';
import { failingLog } from '../support/log.js';
import { expectAllHolds, usePlatform } from '../support/platform.js';
import { of, useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();
const platform = usePlatform({ urlOf: () => leagues.url });

const LINES = `player_id, played_at, sequence, before_value, before_deviation, after_value, after_deviation, score,
  is_provisional, verdict, contributions`;

const journal = (slug: string) =>
  platform.sql(`SELECT ${LINES} FROM rating_change JOIN league ON league.id = league_id
                WHERE slug = '${slug}' AND league.generation = rating_change.generation
                ORDER BY player_id, played_at, sequence`);

const board = (slug: string) => platform.sql(`SELECT * FROM rating WHERE ${of(slug)} ORDER BY player_id`);

/** Derives a league anew by a job, however short it is. */
async function recompute(slug: string, reason: string): Promise<void> {
  const app = { ...platform.app, inlineTail: 0 };
  const { recompute } = await recomputeLeague(app, COMMAND_LINE, { league: slug, reason });
  await runRecompute(app, recompute!.id, failingLog, new AbortController().signal);
}

test.each(['arena', 'duels', 'ladder', 'kept', 'fixed'])(
  'the lines and ratings of %s are the same in the next generation, bit for bit',
  async (slug) => {
    const before = { journal: await journal(slug), board: await board(slug) };
    const [{ generation }] = (await platform.sql(`SELECT generation FROM league WHERE slug = '${slug}'`)) as [
      { generation: number },
    ];
    await recompute(slug, 'to be sure');
    expect({ journal: await journal(slug), board: await board(slug) }).toEqual(before);
    expect(await platform.sql(`SELECT generation > ${generation} AS rose FROM league WHERE slug = '${slug}'`)).toEqual([
      { rose: true },
    ]);
    await expectAllHolds(platform.app);
  },
);

test('a replay within a request sends nothing on a busy connection', async () => {
  const busy: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { _activeQuery: active } = this as unknown as { readonly _activeQuery: object | null };
    if (active) busy.push(JSON.stringify(args[0]));
    return Reflect.apply(query, this, args);
  } as never);
  await recomputeLeague(platform.app, COMMAND_LINE, { league: 'ladder', reason: 'to be sure' });
  spy.mockRestore();
  expect(busy).toEqual([]);
});

test('lines of a recompute that died are invisible, and deleted after the next', async () => {
  const before = await journal('arena');
  await platform.sql(`INSERT INTO rating_change (league_id, generation, revision, ${LINES})
                      SELECT league_id, 9999, revision, ${LINES} FROM rating_change WHERE ${of('arena')}
                        AND generation = (SELECT generation FROM league WHERE slug = 'arena')`);
  expect(await journal('arena')).toEqual(before);
  await recompute('arena', 'after a crash');
  expect(await journal('arena')).toEqual(before);
  expect(await platform.sql('SELECT FROM rating_change WHERE generation = 9999')).toEqual([]);
});
