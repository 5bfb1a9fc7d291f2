import type { Match as RaterMatch } from '@openladder/rating';
import { expect, test } from 'vitest';
import { type LogPosition, toRaterMatch } from '../../services/api/dist/match-log/match.js';
import { listLog } from '../../services/api/dist/match-log/match.repository.js';
import { listMerges } from '../../services/api/dist/match-log/merges-and-waits.repository.js';
import { LogSegment } from '../../services/api/dist/replay/log/log-segment.js';
import { copyLog } from '../../services/api/dist/replay/log/read-segments.js';
import { usePlatform } from '../support/platform.js';
import { useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();
const platform = usePlatform({ urlOf: () => leagues.url });

class TakenBack extends Error {}

interface Read {
  readonly sequence: number;
  readonly match: RaterMatch;
}

async function readStretches(tx: Parameters<typeof copyLog>[0], leagueId: number, limit: number): Promise<Read[]> {
  const read: Read[] = [];
  const stretch = new LogSegment();
  const merges = await listMerges(tx, leagueId);
  for (let after: LogPosition | null = null; ; after = stretch.last) {
    await stretch.read(copyLog(tx, leagueId, { after, limit }));
    for (const page of stretch.pages(merges)) {
      for (let at = 0; at < page.matches; at++) read.push({ sequence: page.sequence[at]!, match: page.matchAt(at) });
    }
    if (stretch.matches < limit) return read;
  }
}

test.each([1, 7, 100_000])(
  'matches that came in any order are read in the order of the log, %i at a time',
  async (limit) => {
    const ids = (await platform.sql('SELECT id FROM league WHERE match_count > 0 ORDER BY id')) as { id: number }[];
    const logs: { read: Read[]; asked: Read[] }[] = [];
    const work = platform.app.database.transaction(async (tx) => {
      await tx.query(`UPDATE match SET played_at = played_at - interval '20 days' WHERE sequence % 3 = 0`);
      // A player who is missing among the scores has none.
      await tx.query('UPDATE match SET side_scores[2] = NULL WHERE sequence % 5 = 0');
      for (const { id } of ids) {
        const log = await listLog(tx, id, { limit: 100_000, after: null });
        const asked = log.map((match) => ({ sequence: match.sequence, match: toRaterMatch(match) }));
        logs.push({ read: await readStretches(tx, id, limit), asked });
      }
      throw new TakenBack();
    });
    await expect(work).rejects.toThrow(TakenBack);
    expect(logs.length).toBeGreaterThan(3);
    for (const { read, asked } of logs) {
      expect(asked.some(({ sequence }, at) => at > 0 && sequence < asked[at - 1]!.sequence)).toBe(true);
      expect(read).toEqual(asked);
    }
  },
);

test('a crowd in which one has a score against another is read unchanged, in one pass', async () => {
  const [league] = (await platform.sql(`SELECT id FROM league WHERE slug = 'duels'`)) as { id: number }[];
  const work = platform.app.database.transaction(async (tx) => {
    await tx.query(
      `UPDATE match SET player_ids = ARRAY(SELECT * FROM generate_series(1, 1000)),
         sides = ARRAY(SELECT player / 501 FROM generate_series(1, 1000) AS player),
         scores_against = (SELECT array_agg(ARRAY(
           SELECT CASE WHEN own = 999 AND other = 3 THEN 5 END FROM generate_series(1, 1000) AS other
         )) FROM generate_series(1, 1000) AS own)
       WHERE league_id = $1 AND sequence = 7`,
      [league!.id],
    );
    const read = (await readStretches(tx, league!.id, 100)).map(({ match }) => match);
    expect(read).toEqual((await listLog(tx, league!.id, { limit: 100, after: null })).map(toRaterMatch));
    const participants = read.flatMap(({ sides }) => sides.flatMap((side) => side.participants));
    expect(participants.filter(({ scoresAgainst }) => scoresAgainst?.length)).toMatchObject([
      { player: 999, scoresAgainst: [{ opponent: 3, score: 5 }] },
    ]);
    throw new TakenBack();
  });
  await expect(work).rejects.toThrow(TakenBack);
});
