import { expect, test } from 'vitest';
import { de } from '../texts/de/site.js';
import { en, type Texts } from '../texts/en/site.js';
import { formatOf } from '../ui.js';
import { labelOf, reasonIn, settingTitles, withFieldName, withSystemTitle, wordsOf } from './field-labels.js';

const system = (key: string, titles: Record<string, string>) => ({
  key,
  settingsSchema: { properties: Object.fromEntries(Object.entries(titles).map(([name, title]) => [name, { title }])) },
});
const SYSTEMS = [system('elo', { k: 'K', floor: 'Lowest rating' }), system('mine', { k: 'Speed', decay: 'Decay' })];
const titlesOf = (before: string | null, after: string | null) =>
  settingTitles(SYSTEMS, { before: before && { rater: before }, after: after && { rater: after } });
const TITLES = titlesOf(null, 'mine');

test.each([
  ['', 'Everything', 'Alles'],
  ['status', 'Status', 'Status'],
  ['playedAt', 'Played at (UTC)', 'Gespielt am (UTC)'],
  ['picture', 'Picture', 'Bild'],
  ['queueBand', 'Greatest difference from an even match', 'Größter Abstand von einem ausgeglichenen Spiel'],
  ['sides.0.participants.1.player', 'Side 1, player 2', 'Seite 1, Spieler 2'],
  ['sides.1.participants.0.score', 'Side 2, player 1, points', 'Seite 2, Spieler 1, Punkte'],
  ['sides.1.score', 'Side 2, points', 'Seite 2, Punkte'],
  ['sides.0.participants.0.scoresAgainst.1.opponent', 'Side 1, player 1, opponent 2', 'Seite 1, Spieler 1, Gegner 2'],
  ['statusRules.didNotFinish', 'Sides that did not finish, did not finish', null],
  ['chanceFit.sideAdvantage', 'Chances, side advantage', 'Chancen, Vorteil einer Seite'],
  ['chanceFit.favouriteAdvantage', 'Chances, advantage of favourites', 'Chancen, Vorteil der Favoriten'],
  ['chanceFit.slopeBySides', 'Chances, slope by sides', 'Chancen, Steigung nach Seiten'],
  ['details.theMap.x', 'Details, theMap, x', 'Details, theMap, x'],
  ['constructor', 'Constructor', null],
  ['settings.decay', 'Decay', 'Decay'],
  ['settings.someNewSetting', 'Some new setting', 'Some new setting'],
])('the field %j is called %j', (field, english, german) => {
  expect(labelOf(field, en, TITLES)).toBe(english);
  if (german !== null) expect(labelOf(field, de, TITLES)).toBe(german);
});

test('a setting has its title in the rating system of the entry', () => {
  expect(labelOf('settings.k', en, titlesOf('elo', 'elo'))).toBe('K');
  expect(labelOf('settings.k', en, titlesOf('mine', 'mine'))).toBe('Speed');
  // After a change of the rating system, common settings have their present titles.
  expect(labelOf('settings.k', en, titlesOf('elo', 'mine'))).toBe('Speed');
  expect(labelOf('settings.floor', en, titlesOf('elo', 'mine'))).toBe('Lowest rating');
  expect(labelOf('settings.k', en, titlesOf('elo', null))).toBe('K');
});

test('a rating system is named by its title, and a removed one by its key', () => {
  const systems = [{ key: 'glicko2', title: 'Glicko-2' }];
  expect(withSystemTitle({ rater: 'glicko2', k: 1 }, systems)).toEqual({ rater: 'Glicko-2', k: 1 });
  for (const state of [{ rater: 'gone' }, { name: 'x' }, null]) expect(withSystemTitle(state, systems)).toBe(state);
});

test("values are in words if they are one of a few, and numbers in the reader's format", () => {
  const wordsIn = (t: Texts, tag: string, values: readonly (string | number)[]) =>
    values.map((value) => wordsOf(value, { t, format: formatOf(tag) }));
  expect(wordsIn(en, 'en', ['RATED', 'true', 'ann', 'constructor', 0.025])).toEqual([
    ...['rated', 'yes', 'ann', 'constructor', '0.025'],
  ]);
  expect(wordsIn(de, 'de', ['VOID', 'false', 0.025, -1.5, '1.5'])).toEqual([
    ...['annulliert', 'nein', '0,025', '−1,5', '1.5'],
  ]);
});

test.each([
  ['minMatches', 'minMatches must be at most 1000', 'Matches for a rank: must be at most 1000'],
  ['playedAt', 'playedAt must not be missing', 'Played at: must not be missing'],
  ['into', 'into must be a player', 'Handle or display name of the other player: must be a player'],
  ['playedAt', 'The league opens later.', 'The league opens later.'],
  ['sides.1.score', 'score must be a number', 'Side 2, points: must be a number'],
  ['sides.1.score', 'No points are known.', 'Side 2, points: No points are known.'],
  [
    'graceSeconds',
    'graceSeconds must be at least 60',
    'Keep the old secret working for (seconds): must be at least 60',
  ],
  ['players.3', 'player must have a letter', 'Handle: must have a letter'],
  ['reason', 'reason must not be empty', 'Reason: must not be empty'],
  ['someNewField', 'someNewField must be 1', 'someNewField must be 1'],
])('a refusal of %s names it as its form does: %s', (field, message, expected) => {
  expect(withFieldName(field, message, en)).toBe(expected);
});

test('a refusal of a setting names it by its title, if the language has a translation', () => {
  const field = 'settings.systemConstant';
  expect(withFieldName(field, `${field} muss eine Zahl sein`, de)).toBe('Systemkonstante: muss eine Zahl sein');
  expect(withFieldName('settings.mine', 'settings.mine muss eine Zahl sein', de)).toBe(
    'settings.mine muss eine Zahl sein',
  );
});

test.each([
  ['6 players registered', 'angemeldete Spieler: 6'],
  ['no answer within 10 s', 'keine Antwort nach 10 s'],
  ['6 Spieler waren krank', '6 Spieler waren krank'],
])('the reason %j is shown as %j', (reason, german) => {
  expect(reasonIn(reason, de)).toBe(german);
});
