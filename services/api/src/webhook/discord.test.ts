import { expect, test } from 'vitest';
import { CHANGES } from '../changes/changes.js';
import type { Content, MatchContent } from './content.js';
import { discordMessage } from './discord.js';

const AT = new Date('2026-11-23T12:00:00Z');

function participant(player: string, value: number, delta: number, displayName: string | null = null) {
  return { player, displayName, isGuest: false, score: null, rating: { value, deviation: null, delta } };
}

function duel(one: ReturnType<typeof participant>, other: ReturnType<typeof participant>): MatchContent {
  const side = { name: null, role: null, status: 'FINISHED' as const, score: null };
  return {
    ...{ id: 'm', externalId: 'g-1', playedAt: AT, status: 'RATED', version: 1, weight: 1, details: null },
    sides: [
      { ...side, placement: 1, effectivePlacement: 1, participants: [one] },
      { ...side, placement: 2, effectivePlacement: 2, participants: [other] },
    ],
  };
}

const say = (type: Content['type'], data: Partial<Content['data']>) =>
  discordMessage(CHANGES, { type, timestamp: AT, data: { league: 'europe', ...data } }).content;

test('matches are reported with places, ratings and changes', () => {
  const match = duel(participant('ann', 1512.34, 12.3), participant('ben', 1487.66, -12.3, 'Big Ben'));
  expect(say('matches.rated', { matches: [match] })).toBe(
    '**europe**\n1\\. ann 1512.3 (+12.3) · 2\\. Big Ben 1487.7 (−12.3)',
  );
  expect(say('match.corrected', { action: 'voidMatch', match: { ...match, status: 'VOID' } })).toMatch(
    /^\*\*europe\*\*: a match was withdrawn\n1\\\. ann .* \(withdrawn\)$/,
  );
  expect(say('match.corrected', { action: 'nameFinal', match })).toMatch(/^\*\*europe\*\*: a match was corrected\n/);
});

test('a race is reported with the first ten', () => {
  const race = duel(participant('racer100', 1500, 1), participant('racer99', 1500, 1));
  const sides = Array.from({ length: 100 }, (_, index) => ({
    ...race.sides![0]!,
    effectivePlacement: index === 5 ? null : 100 - index,
    participants: [participant(`racer${100 - index}`, 1500, 1)],
  }));
  expect(say('matches.rated', { matches: [{ ...race, sides }] })).toMatch(
    /^\*\*europe\*\*\n1\\\. racer1 .* · 10\\\. racer10 [^·]* · … and 90 more$/,
  );
});

test('a message has no list of matches, because Discord would number their winners', () => {
  const match = duel(participant('ann', 1512.34, 12.3, '1. FC'), participant('ben', 1487.66, -12.3));
  const undecided = { ...match, sides: match.sides!.map((side) => ({ ...side, effectivePlacement: null })) };
  expect(say('matches.rated', { matches: [match, match, undecided] })).not.toMatch(/^\d+\. /m);
});

test('names are shown unchanged, without mentions', () => {
  const message = discordMessage(CHANGES, {
    type: 'player.merged',
    timestamp: AT,
    data: {
      league: 'europe',
      player: { player: 'ann', displayName: '**@everyone** [x](http://y)' },
      into: { player: 'b_e_n', displayName: null },
    },
  });
  expect(message.content).toBe(String.raw`**europe**: \*\*\@everyone\*\* \[x\]\(http\://y\) now counts as b\_e\_n`);
  expect(message.allowed_mentions).toEqual({ parse: [] });
});

test('a message has at most 2,000 characters and names the number of omitted matches', () => {
  const matches = Array.from({ length: 100 }, (_, index) =>
    duel(participant(`player${index}`, 1500, 1), participant('ben', 1500, -1)),
  );
  const text = say('matches.rated', { matches });
  expect(text.length).toBeLessThanOrEqual(2_000);
  const lines = text.split('\n');
  expect(lines.at(-1)).toBe(`… and ${100 - (lines.length - 2)} more`);
});

test('every event has words', () => {
  const player = { player: 'ann', displayName: null };
  expect(say('player.merged', { player, into: null })).toContain('of their own');
  expect(say('board.recomputed', {})).toContain('computed again');
  expect(say('board.refreshed', { action: null })).toContain('new day');
  expect(say('board.refreshed', { action: 'hidePlayer' })).toContain('has changed');
  expect(say('webhook.test', {})).toContain('test');
  const tickets = [
    { ...player, id: 't', winProbability: 0.5 },
    { ...player, player: 'ben', id: 'u', winProbability: 0.5 },
  ];
  expect(say('ticket.matched', { tickets })).toBe('**europe**: ann and ben are to play each other');
  const large = {
    ...{ id: 'm', externalId: 'g-1', playedAt: AT, status: 'RATED', version: 1, weight: 1, details: null, sides: null },
  };
  expect(say('matches.rated', { matches: [large] })).toBe('**europe**\nmatch g\\-1');
});
