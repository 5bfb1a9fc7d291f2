import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, useLadders } from './ladder.js';

const ladders = useLadders('2026-03-01T00:00:00Z');

const PLAYERS = ['ann', 'ben', 'cid', 'dan'] as const;

/** SC of the source: points by which a deviation grows in the root of a day. */
const SC = 20;

/** A player in the source's notation: deviation, and the fraction of the day at which they last played. */
interface SourcePlayer {
  rd: number;
  time: number;
}

/**
 * The midnight procedure of the source ("Timed Glicko Rating"): PTime = 1 - Player.Time;
 * Player.RD = min(sqrt(Player.RD^2 + PTime * SC^2), 350); Player.Time = 0.
 */
function midnightOfTheSource(players: Iterable<SourcePlayer>): void {
  for (const player of players) {
    player.rd = Math.min(Math.sqrt(player.rd ** 2 + (1 - player.time) * SC ** 2), 350);
    player.time = 0;
  }
}

async function deviations(slug: string, table: 'board' | 'journal'): Promise<Map<string, number>> {
  const rows = await ladders.sql(
    table === 'board'
      ? `SELECT handle, deviation FROM rating JOIN player ON player.id = player_id
         WHERE league_id = (SELECT id FROM league WHERE slug = '${slug}')`
      : `SELECT DISTINCT ON (handle) handle, after_deviation AS deviation
         FROM rating_change JOIN player ON player.id = player_id
         WHERE league_id = (SELECT id FROM league WHERE slug = '${slug}') ORDER BY handle, played_at DESC, sequence DESC`,
  );
  return new Map(rows.map(({ handle, deviation }) => [String(handle), Number(deviation)]));
}

describe('the nightly run', () => {
  test("shows at every midnight the result of the source's midnight procedure", async () => {
    const day = fc.array(
      fc.record({
        at: fc.integer({ min: 1, max: 1439 }),
        pair: fc.shuffledSubarray([...PLAYERS], { minLength: 2, maxLength: 2 }),
        verb: fc.constantFrom('beats', 'draws'),
      }),
      { maxLength: 3 },
    );
    let leagues = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 3, maxLength: 12 }), async (days) => {
        const slug = `played-${++leagues}`;
        await ladders.open(slug);
        const source = new Map<string, SourcePlayer>();
        for (const matches of days) {
          const morning = ladders.clock.now;
          for (const { at, pair, verb } of matches.toSorted((a, b) => a.at - b.at)) {
            ladders.clock.now = morning + at * 60_000;
            await ladders.play(slug, `${pair[0]} ${verb} ${pair[1]}`);
            const journal = await deviations(slug, 'journal');
            for (const player of pair) source.set(player, { rd: journal.get(player)!, time: at / 1440 });
          }
          ladders.clock.now = morning + DAY;
          await ladders.night();
          midnightOfTheSource(source.values());
          const board = await deviations(slug, 'board');
          expect([...board.keys()].toSorted()).toEqual([...source.keys()].toSorted());
          for (const [player, { rd }] of source) expect(board.get(player)).toBeCloseTo(rd, 9);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('does not change the rated states: a match after a month continues from the state, not from the board', async () => {
    const lives = ['slept', 'watched'];
    for (const slug of lives) await ladders.open(slug);
    for (const slug of lives) {
      await ladders.play(slug, 'ann beats ben');
      await ladders.play(slug, 'ben beats cid');
    }
    const start = ladders.clock.now;
    for (let day = 1; day <= 30; day++) {
      ladders.clock.now = start + day * DAY;
      await ladders.sql(`UPDATE league SET refresh_due_at = 'infinity' WHERE slug = 'slept'`);
      await ladders.night();
    }
    await ladders.sql(`UPDATE league SET refresh_due_at = '2026-01-01' WHERE slug = 'slept'`);
    await ladders.night();
    expect(await deviations('slept', 'board')).toEqual(await deviations('watched', 'board'));

    ladders.clock.now += HOUR;
    for (const slug of lives) await ladders.play(slug, 'cid beats ann');
    expect(await deviations('slept', 'journal')).toEqual(await deviations('watched', 'journal'));
    expect(await ladders.problems()).toEqual([]);
  });

  test('makes an absent player provisional, without a rank', async () => {
    await ladders.open('quiet', { settings: { provisionalDeviation: 175 } });
    for (let round = 0; round < 12; round++) {
      for (const result of ['ann draws ben', 'cid draws ben', 'ann draws cid']) {
        ladders.clock.now += HOUR;
        await ladders.play('quiet', result);
      }
    }
    const isProvisional = async () => {
      const rows = await ladders.sql(
        `SELECT handle, is_provisional AS is, display FROM rating JOIN player ON player.id = player_id
         WHERE league_id = (SELECT id FROM league WHERE slug = 'quiet') ORDER BY handle`,
      );
      return rows.map(({ is }) => is);
    };
    expect(await isProvisional()).toEqual([false, false, false]);
    ladders.clock.now += 80 * DAY;
    await ladders.play('quiet', 'ann draws ben');
    ladders.clock.now += DAY;
    await ladders.night();
    expect(await isProvisional()).toEqual([false, false, true]);
    const recorded = await ladders.sql(
      `SELECT players, (SELECT array_agg(player_id ORDER BY score DESC, player_id) FROM rating
                        WHERE league_id = snapshot.league_id AND NOT is_provisional) AS board
       FROM standings_snapshot AS snapshot WHERE league_id = (SELECT id FROM league WHERE slug = 'quiet')
       ORDER BY day DESC LIMIT 1`,
    );
    expect(recorded[0]!.players).toEqual(recorded[0]!.board);
    expect(await ladders.problems()).toEqual([]);
  });
});
