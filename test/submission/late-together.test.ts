import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { MatchSubmission } from '../../services/api/dist/match-log/checks.js';
import type { ReplayWork } from '../../services/api/dist/replay/replay-strategy.js';
import type { App } from '../../services/api/dist/start/app.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { holdLeague } from '../support/held-league.js';
import { DAY, expectAllHolds, leagueNow, leagueWith, match, OPENING, play, usePlatform } from '../support/platform.js';

const platform = usePlatform();
let app: App;
beforeAll(async () => {
  app = platform.app;
});
afterAll(async () => {
  await expectAllHolds(app);
});

let slug: string;
let number = 0;
beforeEach(async () => {
  slug = `late-${++number}`;
  await leagueWith(app, slug, 'zonestats', [
    match(100, 'ann beats ben'),
    match(101, 'ben beats ann'),
    match(102, 'ann beats ben'),
  ]);
});

test('late matches that wait together go into their places in one replay, and each gets its result', async () => {
  const letGo = await holdLeague(platform.url, slug);
  const late = Array.from({ length: 12 }, (_, n) =>
    submitMatches(app, COMMAND_LINE, slug, [match(n + 1, n % 2 ? 'ann beats ben' : 'cid beats ann')]),
  );
  await letGo();
  const kinds = (await Promise.all(late)).flatMap((results) => results.map(({ kind }) => kind));
  expect(kinds).toEqual(Array(12).fill('accepted'));
  const { revision, matchCount } = await leagueNow(app, slug);
  expect(matchCount).toBe(15);
  expect(revision).toBeLessThanOrEqual(3);
});

test('the late matches of a heavy submission go into their places in one replay', async () => {
  const crowd = (letter: string) => Array.from({ length: 100 }, (_, n) => ({ player: `${letter}${n}` }));
  const heavy = (n: number): MatchSubmission => ({
    externalId: `heavy-${n}`,
    playedAt: new Date(OPENING + n * 60_000),
    sides: [
      { placement: 1, participants: crowd('a') },
      { placement: 2, participants: crowd('b') },
    ],
  });
  await play(
    app,
    slug,
    Array.from({ length: 12 }, (_, n) => heavy(n + 1)),
  );
  expect((await leagueNow(app, slug)).revision).toBe(2);
});

test.each([
  ['a heavy match', 103, [{ lines: 0, contributions: 380 }]],
  [
    'a late heavy match',
    1,
    [
      { lines: 20, contributions: 0 },
      { lines: 0, contributions: 380 },
    ],
  ],
])('the contributions of %s are charged, once', async (_, day, charged) => {
  const charges: ReplayWork[] = [];
  const crowd = Array.from({ length: 20 }, (_, n) => ({ placement: n + 1, participants: [{ player: `c${n}` }] }));
  const heavy = { externalId: 'heavy', playedAt: new Date(OPENING + day * DAY), sides: crowd };
  for (let time = 0; time < 2; time++) {
    await submitMatches(app, COMMAND_LINE, slug, [heavy], { charge: (work) => charges.push(work) });
  }
  expect(charges).toEqual(charged);
});

test('a late match is charged for each line that it rates anew, an ordinary one is not', async () => {
  const charges: ReplayWork[] = [];
  const charge = (work: ReplayWork) => charges.push(work);
  await submitMatches(app, COMMAND_LINE, slug, [match(103, 'ann beats ben')], { charge });
  expect(charges).toEqual([]);
  await submitMatches(app, COMMAND_LINE, slug, [match(1, 'ann beats cid')], { charge });
  expect(charges).toEqual([{ lines: 10, contributions: 10 }]);
});
