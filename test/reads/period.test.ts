import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { MAX_NEWEST } from '../../services/api/dist/reading/movers.repository.js';
import { MAX_PLAYERS } from '../../services/api/dist/reading/period.repository.js';
import { sentStatements } from '../support/statements.js';
import { HOUR, OPENING, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, { slug: 'years', ratingSystem: 'elo' });
const at = (hours: number) => new Date(OPENING + hours * HOUR).toISOString();
const LISTS = `mostActive(first: 10) { player { handle } matchCount change } climbers(first: 2) { player { handle } }`;
const period = async (from: number, to: number, selection = `matchCount playerCount newcomerCount ${LISTS}`) =>
  (await league.read(`period(from: "${at(from)}", to: "${at(to)}") { ${selection} }`)).period;

interface Listed {
  readonly player: { readonly handle: string };
  readonly matchCount: number;
  readonly change: number | null;
}

const handlesOf = (players: readonly Listed[]) => players.map(({ player }) => player.handle);

beforeAll(async () => {
  // One an hour.
  await league.play(
    'ann beats ben',
    'ann beats cid',
    'ben beats cid',
    'ben beats ann',
    'cid draws dan',
    'dan beats ann',
  );
  await league.play('cid beats ben', 'ann beats eve');
});

test('a period counts its matches, its players and the new ones', async () => {
  expect(await period(0, 8, 'matchCount playerCount newcomerCount correctionCount')).toEqual({
    ...{ matchCount: 8, playerCount: 5, newcomerCount: 5, correctionCount: 0 },
  });
  expect(await period(3, 6, 'matchCount playerCount newcomerCount')).toEqual({
    ...{ matchCount: 3, playerCount: 4, newcomerCount: 1 },
  });
  expect(await period(20, 30)).toEqual({
    ...{ matchCount: 0, playerCount: 0, newcomerCount: 0, mostActive: [], climbers: [] },
  });
});

test('the most active come first, each with the points gained since before', async () => {
  const { mostActive, climbers } = await period(3, 8);
  expect(handlesOf(mostActive)).toEqual(['ann', 'ben', 'cid', 'dan', 'eve']);
  expect(mostActive.map(({ matchCount }: Listed) => matchCount)).toEqual([3, 2, 2, 2, 1]);
  for (const { player, change } of mostActive as Listed[]) {
    const { rating } = await league.read(
      `rating(player: "${player.handle}") { change(since: "${at(3)}") history(first: 1) { nodes { after { value } } } }`,
    );
    expect([player.handle, change]).toEqual([player.handle, rating.change]);
  }
  const gained = (mostActive as Listed[]).filter(({ change }) => change !== null && change > 0);
  const best = gained.toSorted((one, other) => other.change! - one.change!).slice(0, 2);
  expect(handlesOf(climbers)).toEqual(handlesOf(best));
  expect(climbers.length).toBeGreaterThan(0);
});

test('upsets can be those before a time', async () => {
  const { upsets } = await league.read(
    `upsets(since: "${at(0)}", until: "${at(4)}", first: 9) { match { externalId } }`,
  );
  // Later ones, such as the sixth match, are left out.
  expect(upsets).toEqual([{ match: { externalId: 'years-4' } }, { match: { externalId: 'years-3' } }]);
});

test('a period is read once for each version of a league', async () => {
  const read = () => sentStatements(() => period(1, 7), /own AS MATERIALIZED/);
  expect(await read()).toHaveLength(1);
  expect(await read()).toHaveLength(0);
  await league.play('dan beats eve');
  expect(await read()).toHaveLength(1);
});

test('void matches, corrections and hidden players take effect at once', async () => {
  const { match } = await league.read('match(externalId: "years-8") { id }');
  await story.admin.mutate('voidMatch', { match: match.id, expectedVersion: 1, reason: 'not played' });
  const { matchCount, mostActive } = await period(3, 8);
  expect([matchCount, handlesOf(mostActive)]).toEqual([4, ['ann', 'ben', 'cid', 'dan']]);
  // It was made now, and not when the match was played.
  const made = `period(from: "${at(8)}", to: "9999-01-01T00:00:00Z") { correctionCount }`;
  expect(await league.read(made)).toEqual({ period: { correctionCount: 1 } });
  expect(await period(0, 8, 'correctionCount')).toEqual({ correctionCount: 0 });
  await story.admin.mutate('hidePlayer', { league: 'years', player: 'ann', reason: 'asked for it' });
  const { playerCount, mostActive: shown } = await period(3, 8);
  expect([playerCount, handlesOf(shown)]).toEqual([4, ['ben', 'cid', 'dan']]);
});

test('the site names the parts of a year that are not searched, by the limits of the API', async () => {
  const page = await readFile(new URL('../../services/web/src/pages/year.tsx', import.meta.url), 'utf8');
  const [, matches, players] = page.match(/\[MAX_MATCHES, MAX_PLAYERS\] = \[([\d_]+), ([\d_]+)\]/)!;
  expect([matches, players].map((text) => Number(text!.replaceAll('_', '')))).toEqual([MAX_NEWEST, MAX_PLAYERS]);
});
