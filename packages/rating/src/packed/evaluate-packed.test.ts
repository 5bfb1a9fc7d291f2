import { describe, expect, it } from 'vitest';
import { batchElo } from '../../test/batch-elo.js';
import { elo } from '../../test/elo.js';
import { exampleLog } from '../conformance/matches.js';
import { withGuests } from '../conformance/variations.js';
import { evaluate } from '../evaluate.js';
import type { Match, PlayerId, Wait } from '../match.js';
import { RaterFault } from '../replay.js';
import { evaluatePacked, type PackedLog } from './evaluate-packed.js';
import { MatchPacker, packMatch } from './packer.js';

const settings = { k: 24, initialRating: 1500 };
const formats = elo.formats(settings);
const log = exampleLog(formats, 7).flatMap((match) => [match, ...withGuests(match, formats)]);

/** Everybody in a match waits after it, even players who come later. */
const logWithWaits = log.flatMap((match, index): (Match | Wait)[] =>
  index % 3 > 0 ? [match] : [match, ...[1, 2, 30].map((player) => ({ player, at: match.playedAt + 1 }))],
);

/** Adds points for every wait, so that its calls are visible. */
const impatient = { ...batchElo(), waited: ({ points }: { points: number }) => ({ points: points + 20 }) };
const plain = <R extends object>(rater: R) => ({ ...rater, batch: undefined });

function pack(events: readonly (Match | Wait)[], stretch: number): { stretches: PackedLog[]; players: number } {
  const places = new Map<PlayerId, number>();
  const placeOf = (player: PlayerId) => places.get(player) ?? places.set(player, places.size).size - 1;
  const stretches: PackedLog[] = [];
  for (let from = 0; from < events.length; from += stretch) {
    const matches = new MatchPacker();
    const waits: { player: number; at: number; next: number }[] = [];
    for (const event of events.slice(from, from + stretch)) {
      if ('sides' in event) packMatch(matches, event, placeOf);
      else waits.push({ player: placeOf(event.player), at: event.at, next: matches.length });
    }
    stretches.push({
      matches,
      waits: {
        length: waits.length,
        player: Int32Array.from(waits, ({ player }) => player),
        at: Float64Array.from(waits, ({ at }) => at),
        next: Int32Array.from(waits, ({ next }) => next),
      },
    });
  }
  return { stretches, players: places.size };
}

describe('a packed log', () => {
  const { stretches, players } = pack(logWithWaits, 50);

  it('is predicted by a batch form like its matches, to the bit', () => {
    const expected = evaluate(elo, settings, log);
    expect(evaluatePacked(batchElo(), settings, pack(log, 50).stretches, players)).toEqual(expected);
    expect(expected.matches).toBe(log.length);
  });

  it('is predicted by a rater without one like its matches, to the bit', () => {
    expect(evaluatePacked(elo, settings, stretches, players)).toEqual(evaluate(elo, settings, log));
  });

  it('reports the waits among its matches to both', () => {
    const expected = evaluate(plain(impatient), settings, logWithWaits);
    expect(expected.logLoss).not.toBe(evaluate(elo, settings, log).logLoss);
    expect(evaluatePacked(impatient, settings, stretches, players)).toEqual(expected);
    expect(evaluatePacked(plain(impatient), settings, stretches, players)).toEqual(expected);
  });

  it('is iterated once', () => {
    expect(evaluatePacked(impatient, settings, stretches.values(), players)).toEqual(
      evaluatePacked(impatient, settings, stretches, players),
    );
  });

  it('without matches has nothing to evaluate', () => {
    expect(() => evaluatePacked(elo, settings, [], 0)).toThrow('nothing to evaluate');
    expect(() => evaluatePacked(batchElo(), settings, [], 0)).toThrow('nothing to evaluate');
  });

  it('blames the rater for its predictions and its ratings', () => {
    const unsure = { ...batchElo(), predict: () => [2, -1] };
    expect(() => evaluatePacked(unsure, settings, stretches, players)).toThrow(RaterFault);
    const endless = batchElo({
      rate: (matches, _, __, lines) => {
        lines.value.fill(Number.NaN, matches.firstParticipant[0], matches.firstParticipant[1]);
      },
    });
    expect(() => evaluatePacked(endless, settings, stretches, players)).toThrow('not finite');
  });
});
