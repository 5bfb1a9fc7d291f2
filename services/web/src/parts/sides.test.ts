import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { de } from '../texts/de/site.js';
import { en } from '../texts/en/site.js';
import { formatOf, type Ui, withUi } from '../ui.js';
import { competingAs, playerTypeOf, typeOf } from './competitors.js';
import {
  type ListedSide,
  lineOf,
  lineUpOf,
  matchTitleOf,
  roleInList,
  roleOf,
  rosterOf,
  Sides,
  takingPart,
  titleOf,
} from './sides.js';

const side = (name: string | null, ...handles: string[]): ListedSide => ({
  name,
  effectivePlacement: 1,
  status: 'FINISHED',
  score: null,
  participants: handles.map((handle, index) => ({
    player: { handle, displayName: null },
    score: index + 1,
    ratingChange: null,
  })),
});

test('a side of one is named by its player, a team by its name or its players', () => {
  expect(titleOf(side('White', 'ann'), en)).toBe('ann');
  expect(titleOf(side('Red', 'ann', 'ben'), en)).toBe('Red');
  expect(titleOf(side(null, 'ann', 'ben', 'cleo', 'dan', 'eve'), en)).toBe('ann, ben, cleo and 2 more');
});

test('a roster distinguishes teams of the same name', () => {
  expect(rosterOf(side('Red', 'ann', 'ben'), en)).toBe('Red (ann, ben)');
  expect(rosterOf(side('White', 'ann'), en)).toBe('ann');
});

test("a role is named in the reader's language if that has a word for it, and otherwise as given", () => {
  expect(['home', 'Away', 'attacker', 'constructor', null].map((role) => roleOf(role, de))).toEqual([
    ...['Heim', 'Auswärts', 'attacker', 'constructor', null],
  ]);
});

test('a list shows the role of a side only if it is informative', () => {
  const shown = (left: string | null, right: string | null) => [
    roleInList({ role: left }, { role: right }),
    roleInList({ role: right }, { role: left }),
  ];
  expect(shown('Home', 'away')).toEqual(['Home', null]);
  expect(shown('neutral', 'neutral')).toEqual([null, null]);
  expect(shown('white', 'black')).toEqual(['white', 'black']);
  expect(shown('attacker', null)).toEqual(['attacker', null]);
  expect(shown('away', null)).toEqual(['away', null]);
});

test('programs get the home side only if the other side was away', () => {
  const as = (...roles: (string | null)[]) => competingAs(roles.map((role) => ({ role })));
  expect(as('away', 'Home')).toEqual(['awayTeam', 'homeTeam']);
  expect(as('home', null)).toEqual(['competitor', 'competitor']);
  expect(as('home', 'away', 'away')).toEqual(['competitor', 'competitor', 'competitor']);
  expect(as('white', 'black')).toEqual(['competitor', 'competitor']);
});

test('a side of one is a team for programs if it plays at home or away', () => {
  expect(typeOf(side(null, 'ann'), 'competitor')).toBeNull();
  expect(typeOf(side('White', 'ann'), 'competitor')).toBe('Person');
  expect(typeOf(side(null, 'bayern'), 'homeTeam')).toBe('SportsTeam');
  expect(typeOf(side(null, 'ann', 'ben'), 'competitor')).toBe('SportsTeam');
  const [home, away] = [
    { ...side(null, 'bayern'), role: 'home' },
    { ...side(null, 'ann', 'ben'), role: 'away' },
  ];
  expect(playerTypeOf([home, away], 'bayern')).toBe('SportsTeam');
  expect(playerTypeOf([home, away], 'ben')).toBe('Person');
  expect(playerTypeOf([side(null, 'ann'), side(null, 'ben')], 'ann')).toBeNull();
  expect(playerTypeOf([], 'ann')).toBeNull();
});

test('a line-up names everybody, so that two that differ in a player read differently', () => {
  expect(lineUpOf(side('Red', 'ann', 'ben'), en, String)).toBe('Red: ann 1, ben 2');
  expect(lineUpOf(side('White', 'ann'), en, String)).toBe('ann 1');
  expect(lineUpOf({ ...side('Red', 'ann', 'ben'), score: 3 }, en, String)).toBe('Red: ann 1, ben 2 (3)');
});

test("how a side of several finished is shown before its players, after whom it would be taken for the last one's", () => {
  const ui: Ui = { t: en, format: formatOf('en'), locale: { language: 'en', tag: 'en' }, theme: {} as Ui['theme'] };
  const listed = (left: ListedSide, right: ListedSide) =>
    withUi(ui, () => render(h(Sides, { slug: 'europe', sides: [left, { ...right, status: 'FORFEIT' }] }))).replace(
      /<[^>]*>/g,
      ' ',
    );
  expect(listed(side('Red', 'ann', 'ben'), side('Blue', 'cleo', 'dan'))).toMatch(/Blue\s+·\s+forfeited\s+cleo/);
  expect(listed(side(null, 'ann', 'ben'), side(null, 'cleo', 'dan'))).toMatch(/forfeited\s+cleo/);
  expect(listed(side(null, 'ann'), side(null, 'cleo'))).toMatch(/cleo\s+forfeited/);
});

test('the matches of a handle that leads elsewhere name the player who took part in all of them', () => {
  const matchOf = (...sides: ListedSide[]) => ({ sides });
  const matches = [
    matchOf(side('Red', 'visitor', 'ann'), side('Blue', 'ben')),
    matchOf(side(null, 'ann'), side(null, 'visitor')),
  ];
  expect(takingPart(matches, 'ANN')?.handle).toBe('ann');
  expect(takingPart(matches, 'former')).toBeNull();
  expect(takingPart([...matches, matchOf(side(null, 'ann'), side(null, 'cleo'))], 'former')?.handle).toBe('ann');
  expect(takingPart([], 'former')).toBeNull();
});

test('the title of a race names the winner, and counts the others', () => {
  const race = ['ann', 'ben', 'cleo', 'dan', 'eve'].map((name, index) => ({
    ...side(null, name),
    effectivePlacement: 5 - index,
  }));
  expect(matchTitleOf(race, en)).toBe('eve ahead of 4 others');
  expect(lineOf(race, en, String)).toBe('eve ahead of 4 others');
  expect(matchTitleOf(race.slice(1), en)).toBe('eve – dan – cleo – ben');
  const tied = race.map((one) => ({ ...one, effectivePlacement: Math.max(one.effectivePlacement, 2) }));
  expect(matchTitleOf(tied, de, (title) => `<${title}>`)).toBe('<dan> vor 3 anderen');
  // Nobody was ahead of sides that never came.
  const absent = race.map((one, index) => (index < 3 ? { ...one, status: 'DID_NOT_START' as const } : one));
  expect([en, de].map((t) => matchTitleOf(absent, t))).toEqual(['eve ahead of 1 other', 'eve vor 1 anderem']);
});

test('the title of a match with many winners counts the omitted sides', () => {
  const race = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay'].map((name) => side(null, name));
  expect(matchTitleOf(race.slice(0, 4), en)).toBe('ann – ben – cleo – dan');
  expect(matchTitleOf(race.slice(0, 5), en)).toBe('ann – ben – cleo – dan and 1 more');
  expect(matchTitleOf(race.slice(0, 5), de)).toBe('ann – ben – cleo – dan und 1 weitere Seite');
  expect(matchTitleOf(race, de, (title) => `<${title}>`)).toBe('<ann> – <ben> – <cleo> – <dan> und 2 weitere');
});

test('a line names winner and loser in words that fit one player, several, and a team, whose name may be a plural', () => {
  const over = (winner: ListedSide) => {
    const loser = { ...side('Blue', 'cleo', 'dan'), effectivePlacement: 2 };
    return lineOf([loser, winner], de, String);
  };
  expect(over(side('White', 'ann'))).toBe('ann schlägt Blue');
  expect(over(side(null, 'ann', 'ben'))).toBe('ann, ben schlagen Blue');
  expect(over(side('Die Wölfe', 'ann', 'ben'))).toBe('Die Wölfe vor Blue');
});
