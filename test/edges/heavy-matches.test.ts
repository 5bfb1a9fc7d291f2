import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Story, startStory } from '../support/story.js';
import type { MatchInput } from '../support/story-match.js';

/** Twelve weigh more than twice what is settled together. */
const MATCHES = 12;
const CROWD = 100;

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
// Which proves that every rating is what a replay makes of the log.
afterAll(() => story?.stop());

const crowd = (letter: string) => Array.from({ length: CROWD }, (_, n) => ({ player: `${letter}${n}` }));
const match = (minute: number): MatchInput => ({
  externalId: `m-${minute}`,
  playedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  sides: [
    { placement: 1, participants: crowd(minute % 3 === 0 ? 'b' : 'a') },
    { placement: 2, participants: crowd(minute % 3 === 0 ? 'a' : 'b') },
  ],
});
const minutes = Array.from({ length: MATCHES }, (_, n) => n + 1);
/** 5, 10, 2, 7, 12, 4, 9, 1, 6, 11, 3, 8. */
const shuffled = minutes.map((minute) => ((minute * 5 - 1) % (MATCHES + 1)) + 1).map((minute) => match(minute));

const BOARD = 'matchCount standings(first: 100) { nodes { player { handle } rating { value matchesPlayed } } }';

test('a submission that is too heavy for one go is taken as one that is not, in whatever order it is', async () => {
  const [alone, together] = [await story.league('alone', 'zonestats'), await story.league('together', 'zonestats')];
  await story.admin.get(
    `mutation { updateLeague(input: { league: "together", lateMatches: REJECT, reason: "in order" }) { errors { message } } }`,
  );
  for (const minute of minutes) await alone.play(match(minute));
  const results = await together.submit(shuffled);
  expect(results.map((result) => [result.__typename, 'replayed' in result && result.replayed])).toEqual(
    Array(MATCHES).fill(['MatchAccepted', false]),
  );
  const board = await together.read(BOARD);
  expect(board.matchCount).toBe(MATCHES);
  expect(board).toEqual(await alone.read(BOARD));
  const again = await together.submit(shuffled);
  expect(again.every((result) => 'replayed' in result && result.replayed)).toBe(true);
});

test('a late match before others that are too heavy for memory goes into its place', async () => {
  const [inOrder, late] = [await story.league('in-order', 'zonestats'), await story.league('late', 'zonestats')];
  const [first, ...rest] = minutes.map(match);
  await inOrder.play(first!, ...rest);
  await late.play(...rest);
  await late.play(first!);
  expect(await late.read(BOARD)).toEqual(await inOrder.read(BOARD));
});
