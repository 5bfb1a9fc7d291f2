import performance from '@openladder/rater-performance';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { expect, test } from 'vitest';
import { HOUR, OPENING, type StoryLeague, useStory } from '../support/story.js';
import type { MatchInput } from '../support/story-match.js';
import { derivations } from '../support/story-replay.js';

let number = 0;

const story = useStory();

const newLeague = (system: string, settings?: object): Promise<StoryLeague> =>
  story.league(`league-${++number}`, system, { settings });

const PLAYERS = ['ann', 'ben', 'cid', 'dan', 'eve', 'fay', 'gus'];

/** Duels between seven players, of every outcome, minutes to weeks apart. */
function duels(league: StoryLeague, count: number): MatchInput[] {
  let playedAt = OPENING;
  return Array.from({ length: count }, (_, index) => {
    const first = PLAYERS[(index * 3) % 7]!;
    const second = PLAYERS[(index * 5 + 1 + (index % 6)) % 7]!;
    playedAt += (index % 11) ** 3 * HOUR + 61_001;
    const sentence = `${first} ${index % 4 === 0 ? 'draws' : 'beats'} ${second === first ? 'hal' : second}`;
    return league.match(sentence, { playedAt: new Date(playedAt).toISOString() });
  });
}

test.each([
  ['zonestats', zoneStats, {}],
  ['zonestats', zoneStats, { spread: 77.7, cap: 'everyPlayer' }],
  ['timed-glicko', timedGlicko, {}],
  ['timed-glicko', timedGlicko, { weighting: 'linear', deviationGrowth: 9.5, provisionalDeviation: 250 }],
  ['performance', performance, {}],
  ['performance', performance, { variant: 'p1' }],
  ['performance', performance, { variant: 'p6', decay: 0.9 }],
])('ratings of %s are what the rater itself makes of the log, to the bit (%#)', async (key, rater, settings) => {
  const league = await newLeague(key, settings);
  const matches = duels(league, 120);
  for (let start = 0; start < 20; start++) await league.play(matches[start]!);
  await league.play(...matches.slice(20, 70));
  await league.play(...matches.slice(70));
  const { stored, replayed } = await derivations(league, rater, settings);
  expect(replayed.changes).toHaveLength(240);
  expect(stored).toEqual(replayed);
});
