import { describe, expect, it } from 'vitest';
import { batchElo, batchOfElo } from '../test/batch-elo.js';
import { elo } from '../test/elo.js';
import { conformanceLaws, LawBroken } from './conformance.js';
import type { Match, PlayerId } from './match.js';
import { PackedLines } from './packed/lines.js';
import { MatchPacker, packMatch } from './packed/packer.js';
import { type BatchRater, packedStates, RaterFault, rateAsBatch, rateBatch, unpackContributions } from './replay.js';

const settings = { k: 24, initialRating: 1500 };

/** Players are their places. */
function packed(...log: readonly Match[]): MatchPacker {
  const packer = new MatchPacker();
  for (const match of log) packMatch(packer, match, Number);
  return packer;
}

function duel(winner: number, loser: number): Match {
  return {
    playedAt: 0,
    sides: [winner, loser].map((player, side) => ({ placement: side + 1, participants: [{ player }] })),
  };
}

describe('the laws', () => {
  const brokenLaws = (rater: ReturnType<typeof batchElo>) =>
    conformanceLaws(rater, settings)
      .filter(({ check }) => {
        try {
          check();
          return false;
        } catch (error) {
          if (error instanceof LawBroken) return true;
          throw error;
        }
      })
      .map(({ law }) => law);
  const SAME_BITS = 'a batch gives the bits of rating one by one';
  const { rate } = batchOfElo;

  it('are kept by a correct batch form', () => {
    expect(brokenLaws(batchElo())).toEqual([]);
  });

  it('do not apply to a rater without one', () => {
    expect(conformanceLaws(elo, settings).map(({ law }) => law)).not.toContain(SAME_BITS);
  });

  const { EPSILON } = Number;
  type Rate = typeof rate;
  it.each<[string, Rate]>([
    [
      'errs in the last place',
      (matches, states, given, lines) => rate(matches, states, { ...given, k: given.k * (1 + EPSILON) }, lines),
    ],
    [
      'loses the last match of a batch',
      ({ length, ...matches }, ...more) => rate({ ...matches, length: length - 1 } as never, ...more),
    ],
    [
      'takes the participants from the first one on',
      (matches, ...more) => {
        const firstParticipant = matches.firstParticipant.map((p) => p - matches.firstParticipant[0]!);
        rate(Object.create(matches, { firstParticipant: { value: firstParticipant } }), ...more);
      },
    ],
    ['leaves the states as they were', (matches, states, ...more) => rate(matches, states.slice(), ...more)],
    [
      'takes places where sides tie for wins',
      (matches, ...more) => {
        const merit = matches.merit.map((own, p) => own - matches.side[p]! / 100);
        rate(Object.create(matches, { merit: { value: merit } }), ...more);
      },
    ],
    [
      'calls everybody provisional',
      (matches, states, given, lines) => {
        rate(matches, states, given, lines);
        lines.isProvisional.fill(1);
      },
    ],
    [
      'rates differently if only ratings are requested',
      (matches, states, given, lines) =>
        rate(matches, states, { ...given, k: given.k * (lines.areRatingsOnly ? 1 + EPSILON : 1) }, lines),
    ],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('find out one that %s', (_, wrong) => {
    expect(brokenLaws(batchElo({ rate: wrong }))).toEqual([SAME_BITS]);
  });

  it('find a batch form that packs states with less than all their bits', () => {
    const rater = batchElo({
      pack({ points }, numbers, at) {
        numbers[at] = Math.fround(points + 0.1);
      },
    });
    expect(brokenLaws(rater)).toEqual([SAME_BITS]);
  });
});

describe('a batch', () => {
  type Own = BatchRater<typeof settings, { points: number }>;

  it('names the match that made an infinite number', () => {
    const rater = batchElo() as Own;
    const states = packedStates(rater, settings, 6);
    states.set(4, { points: Number.POSITIVE_INFINITY });
    const log = packed(duel(0, 1), duel(2, 3), duel(4, 5), duel(4, 0));
    const lines = new PackedLines();
    expect(() => rateBatch(rater, settings, log, states, lines)).toThrow(RaterFault);
    expect(() => rateBatch(rater, settings, log, states, lines)).toThrow(
      'elo 1.0.0 made numbers that are not finite or a deviation below 0 of match 2',
    );
  });

  it('of ratings alone moves the states like any other, and explains nothing', () => {
    const rater = batchElo() as Own;
    const log = packed(duel(0, 1), duel(2, 0), duel(1, 2));
    const [explained, bare] = [packedStates(rater, settings, 3), packedStates(rater, settings, 3)];
    rateBatch(rater, settings, log, explained, new PackedLines());
    const lines = new PackedLines('ratings');
    rateBatch(rater, settings, log, bare, lines);
    expect(bare.numbers).toEqual(explained.numbers);
    expect(() => unpackContributions(log, 0, lines, (place) => place)).toThrow('ratings alone');
  });

  it('even of ratings alone names the match of an infinite number', () => {
    const rater = batchElo() as Own;
    const states = packedStates(rater, settings, 4);
    states.set(3, { points: Number.NaN });
    const log = packed(duel(0, 1), duel(2, 3));
    expect(() => rateBatch(rater, settings, log, states, new PackedLines('ratings'))).toThrow('of match 1');
  });

  it.each(['journal', 'ratings'] as const)('accepts no negative deviation in lines of %s', (detail) => {
    const rate: typeof batchOfElo.rate = (matches, numbers, given, lines) => {
      batchOfElo.rate(matches, numbers, given, lines);
      lines.deviation.fill(1).set([0, -1], 3);
    };
    const rater = batchElo({ hasDeviation: true, rate }) as Own;
    const log = packed(duel(0, 1), duel(2, 3), duel(0, 2));
    const states = packedStates(rater, settings, 4);
    expect(() => rateBatch(rater, settings, log, states, new PackedLines(detail))).toThrow('of match 2');
  });

  it('requires deviations of a rater that has them', () => {
    const rater = batchElo({ hasDeviation: true }) as Own;
    const states = packedStates(rater, settings, 2);
    expect(() => rateBatch(rater, settings, packed(duel(0, 1)), states, new PackedLines())).toThrow('of match 0');
  });

  it("gives later players the initial state, and keeps the others' states", () => {
    const rater = batchElo() as Own;
    const states = packedStates(rater, settings, 2);
    rateBatch(rater, settings, packed(duel(0, 1)), states, new PackedLines());
    states.grow(5);
    expect([0, 1, 2, 3, 4].map((place) => states.get(place).points)).toEqual([1512, 1488, 1500, 1500, 1500]);
    states.grow(3);
    expect(states.capacity).toBe(5);
  });

  const crowd = Array.from({ length: 100 }, (_, player) => player);
  it.each<[where: string, sides: Match['sides'], players: readonly PlayerId[]]>([
    [
      'with guests and points against them',
      [
        { score: 2, participants: [{ player: 'ann' }, { player: 'guest', isGuest: true }] },
        { score: 2, participants: [{ player: 'bob' }, { player: 'cy' }] },
        { score: 7, participants: [{ player: 'dee', scoresAgainst: [{ opponent: 'guest', score: 3 }] }] },
      ],
      ['dee', 'cy', 'bob', 'ann'],
    ],
    ['in a crowd', crowd.map((player) => ({ score: player % 7, participants: [{ player }] })), crowd],
  ])('of one equals the plain form: %s', (_, sides, players) => {
    const states = new Map(players.map((player, index) => [player, { points: 1400 + 17 * index }]));
    const match = { playedAt: 0, sides };
    expect(rateAsBatch(batchOfElo, match, states, settings)).toEqual(elo.rate(match, states, settings));
  });
});
