import {
  addGameAt,
  type BlocksDraft,
  blocksOf,
  draftOfBlocks,
  fadeFrom,
  firstMarkedFrom,
  markedAfter,
  markNewest,
  meetAgain,
  sumsOf,
} from './blocks.js';
import { isHalfSpent } from './compacting.js';
import { fieldOf, MEETING } from './game-log.js';
import type { PlayedGame } from './games.js';
import { hasRoot, narrowPolynomial, viewFrom } from './local-polynomial.js';
import { gamesAgainst, type Opponents, withEncounter } from './opponents.js';
import { rootIn } from './root.js';
import { SCALE, type Variant, type WeightSettings } from './settings.js';
import { isTimeToSettle, withSettled } from './settling.js';
import { addDrawsTo, opened, type Summary } from './summary.js';
import { type Decay, decayTable } from './weights.js';

/** The games with a newer one under p7 or p8, where games fade with each distinct opponent who was met since. */
export function withMeeting(summary: Summary, game: PlayedGame, variant: Variant, settings: WeightSettings): Summary {
  const { opponents } = summary;
  const position = opponents.log.length;
  // Copied well before it is read, because memory is slow to read right after a write.
  const draft = draftOfBlocks(summary.blocks, viewFrom(summary.polynomial), position);
  const count = summary.count + 1;
  const decay = decayTable(count, settings);
  const index = opponents.ids.indexOf(game.opponent);
  const isNew = index < 0;
  const n = gamesAgainst(opponents, index);
  const before = isNew ? -1 : opponents.newest[index]!;
  const odds = Math.exp(game.rating / SCALE);
  if (isNew) {
    fadeFrom(draft, 0, decay.base);
    // Fictitious draws never fade.
    addDrawsTo(draft, 1 - decay.base, variant, settings);
  } else {
    meetAgain(draft, index, n, opponents, decay);
  }
  addGameAt(draft, position, odds, game.result, decay.scale[n + 1]!);
  markNewest(draft, position, before);

  const met = withEncounter(opponents, index, game.opponent, odds, game.result, count);
  const known = (isTimeToSettle(n + 1) && settledIn(met, index, n + 1, decay, draft)) || met;
  const polynomial = narrowPolynomial(draft.view, sumsOf(draft));
  if (hasRoot(polynomial) && !isHalfSpent(known, 0)) {
    return { count, polynomial, opponents: known, blocks: blocksOf(draft) };
  }
  return opened(count, known, rootIn(polynomial, null), variant, settings);
}

/**
 * The oldest games against an opponent fade alike if no other opponent's newest game is between them. None will ever come between
 * them again, so the others who were met since are the same for all of them.
 */
function settledIn(
  opponents: Opponents,
  index: number,
  n: number,
  { power, scale }: Decay,
  draft: BlocksDraft,
): Opponents | null {
  const limitOf = (oldest: number) => firstMarkedFrom(draft, oldest);
  const matchWeight = (position: number) => {
    const others = markedAfter(draft, position) - 1;
    return power[n - fieldOf(opponents.log, position, MEETING)]! * scale[n]! * power[others]!;
  };
  return withSettled(opponents, index, limitOf, MEETING, power, matchWeight, draft);
}
