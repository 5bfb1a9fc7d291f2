import type { PlayerId } from '@openladder/rating';
import { expect, it } from 'vitest';
import { countLines, emptyTally, type RatedLine, type Tally } from './journal-line.js';

const line = (player: PlayerId, verdict: RatedLine['verdict'], value: number | null): RatedLine => ({
  player,
  verdict,
  before: { value: 0, deviation: null, score: 0, isProvisional: false },
  after: { value, deviation: null, score: value, isProvisional: false },
  contributions: [],
  memory: null,
});

it('matches are counted by their verdicts, for each player', () => {
  const tallies = new Map<PlayerId, Tally>();
  countLines(tallies, 1000, [line(1, 'won', 10), line(2, 'lost', -10)]);
  countLines(tallies, 2000, [line(1, 'drawn', 11), line(2, 'drawn', -9)]);
  countLines(tallies, 3000, [line(1, 'lost', 5), line(3, 'won', 6)]);
  expect(tallies.get(1)).toEqual({ matchesPlayed: 3, wins: 1, draws: 1, losses: 1, peak: 11, lastPlayedAt: 3000 });
  expect(tallies.get(2)).toEqual({ matchesPlayed: 2, wins: 0, draws: 1, losses: 1, peak: -9, lastPlayedAt: 2000 });
  expect(tallies.get(3)).toEqual({ matchesPlayed: 1, wins: 1, draws: 0, losses: 0, peak: 6, lastPlayedAt: 3000 });
});

it('a peak is the highest value after a match, and none while there is no value', () => {
  const tallies = new Map<PlayerId, Tally>();
  countLines(tallies, 1, [line(1, 'won', null)]);
  expect(tallies.get(1)!.peak).toBeNull();
  countLines(tallies, 2, [line(1, 'lost', -300)]);
  countLines(tallies, 3, [line(1, 'lost', null)]);
  countLines(tallies, 4, [line(1, 'lost', -400)]);
  expect(tallies.get(1)!.peak).toBe(-300);
});

it('nothing is counted where nobody was rated, and an empty tally is of nobody else', () => {
  const tallies = new Map<PlayerId, Tally>();
  countLines(tallies, 1, []);
  expect(tallies.size).toBe(0);
  expect(emptyTally()).not.toBe(emptyTally());
});
