import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Answers, adviceFor, QUESTIONS } from './advice.js';

const USUAL: Answers = { who: 'DUELS', scores: 'NO', often: 'OFTEN', home: 'NO', want: 'FORESIGHT' };

test.each([
  [{ who: 'RACES', scores: 'YES', want: 'SIMPLICITY' }, 'plackett-luce', null],
  [{}, 'glicko2', null],
  [{ scores: 'YES' }, 'margin', null],
  [{ scores: 'YES', often: 'SEASONS' }, 'margin', 'Seasons'],
  [{ scores: 'YES', often: 'SELDOM' }, 'margin', 'Unequal, seldom played'],
  [{ who: 'TEAMS', scores: 'YES', often: 'SELDOM' }, 'margin', null],
  [{ who: 'TEAMS' }, 'openskill', null],
  [{ who: 'UNEQUAL_TEAMS' }, 'openskill', 'Unequal teams'],
  [{ who: 'UNEQUAL_TEAMS', scores: 'YES' }, 'margin', null],
  [{ scores: 'YES', want: 'SIMPLICITY' }, 'elo', 'Goals'],
  [{ who: 'TEAMS', want: 'SIMPLICITY' }, 'elo', null],
] as const)('a league that answers %j begins with %s', (answers, system, preset) => {
  expect(adviceFor({ ...USUAL, ...answers })).toMatchObject({ system, preset });
});

test('the advantage of a home side is learned or fitted, and races have none', () => {
  const home = (answers: Partial<Answers>) => adviceFor({ ...USUAL, home: 'YES', ...answers }).home;
  expect([home({ scores: 'YES' }), home({}), home({ who: 'RACES' }), adviceFor(USUAL).home]).toEqual([
    'learned',
    'fitted',
    null,
    null,
  ]);
});

test('the table of the docs has the same recommendations', () => {
  const docs = readFileSync(new URL('../../../docs/choosing-a-rating-system.md', import.meta.url), 'utf8');
  const rows = docs.split('\n').filter((line) => /^\| (duels|teams|unequal-teams|races) \|/.test(line));
  const { who, scores, often, want } = QUESTIONS;
  const combined = who.flatMap((who) => scores.flatMap((scores) => often.map((often) => ({ who, scores, often }))));
  for (const answers of combined.flatMap((some) => want.map((want): Answers => ({ ...USUAL, ...some, want })))) {
    const { system, preset } = adviceFor(answers);
    const names = ['who', 'scores', 'often', 'want'] as const;
    const own = rows.filter((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return names.every((name, at) => ['any', answers[name].toLowerCase().replace('_', '-')].includes(cells[at + 1]!));
    });
    expect(own, JSON.stringify(answers)).toHaveLength(1);
    expect(own[0]).toContain(`| \`${system}\`${preset === null ? '' : `, preset ${preset}`} |`);
  }
});
