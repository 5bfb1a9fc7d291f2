import { NO_BLOCKS, noBlocks } from './blocks.js';
import { isHalfSpent } from './compacting.js';
import { chunkAt, FIELD, startOf } from './game-log.js';
import type { PlayedGame } from './games.js';
import { addGame, addSums, draftOfPolynomial, finished, hasRoot, type PolynomialDraft } from './local-polynomial.js';
import { gamesAgainst, type Opponents, withEncounter } from './opponents.js';
import { rootIn } from './root.js';
import { SCALE, type Variant, type WeightSettings } from './settings.js';
import { isTimeToSettle, withSettled } from './settling.js';
import { addDraws, forgottenUpTo, opened, type Summary } from './summary.js';
import { type Decay, decayTable, NEGLIGIBLE } from './weights.js';

const { BEFORE, MEETING, ODDS, PLACE, RESULT } = FIELD;

/** Adds the newest game under p4 or p5, which weaken each game with every later one. */
export function withAging(summary: Summary, game: PlayedGame, variant: Variant, settings: WeightSettings): Summary {
  const { opponents } = summary;
  const count = summary.count + 1;
  const decay = decayTable(count, settings);
  const index = opponents.ids.indexOf(game.opponent);
  const n = gamesAgainst(opponents, index);
  const odds = Math.exp(game.rating / SCALE);
  const draft = draftOfPolynomial(summary.polynomial);
  if (index >= 0 && variant === 'p4') weighAnew(draft, opponents, index, count, n, decay);
  if (index >= 0 && variant === 'p5') weighEachAnew(draft, opponents, index, count, decay);
  addGame(draft, odds, game.result, variant === 'p4' ? decay.perRoot[n + 1]! : 1);
  // Fictitious draws never fade.
  addDraws(draft, 1 - decay.base, variant, settings);

  const met = withEncounter(opponents, index, game.opponent, odds, game.result, count);
  const after = (variant === 'p4' && isTimeToSettle(n + 1) && settledIn(met, index, decay, draft)) || met;
  const polynomial = finished(draft, decay.base);
  if (hasRoot(polynomial) && !isHalfSpent(after, forgottenUpTo(count, variant, settings))) {
    return { count, polynomial, opponents: after, blocks: NO_BLOCKS };
  }
  return opened(count, after, rootIn(polynomial, null), variant, settings);
}

/** Under p4, one more game weakens all n games against its opponent by the same factor. */
function weighAnew(
  draft: PolynomialDraft,
  { log, newest, settled }: Opponents,
  index: number,
  count: number,
  n: number,
  { power, perRoot }: Decay,
): void {
  const gain = perRoot[n + 1]! - perRoot[n]!;
  const old = settled[index];
  for (let at = newest[index]!; at >= 0; ) {
    const games = chunkAt(log, at);
    const start = startOf(log, at);
    const added = gain * power[count - games[start + PLACE]!]!;
    if (old && games[start + MEETING] === old.meeting) {
      addSums(draft, old.sums, added);
      return;
    }
    addGame(draft, games[start + ODDS]!, games[start + RESULT]!, added);
    at = games[start + BEFORE]!;
  }
}

/** Under p5, it weakens each of them more than the one before it. */
function weighEachAnew(
  draft: PolynomialDraft,
  { log, newest }: Opponents,
  index: number,
  count: number,
  { power, perRoot }: Decay,
): void {
  let j = 1;
  for (let at = newest[index]!; at >= 0; j++) {
    const games = chunkAt(log, at);
    const start = startOf(log, at);
    const faded = power[count - games[start + PLACE]!]!;
    if (faded < NEGLIGIBLE) return;
    addGame(draft, games[start + ODDS]!, games[start + RESULT]!, faded * (perRoot[j + 1]! - perRoot[j]!));
    at = games[start + BEFORE]!;
  }
}

/** Under p4, it weakens all games against its opponent but the newest by the same factor. */
function settledIn(
  opponents: Opponents,
  index: number,
  { power }: Decay,
  polynomial: PolynomialDraft,
): Opponents | null {
  const limitOf = () => opponents.newest[index]!;
  return withSettled(opponents, index, limitOf, PLACE, power, () => 0, noBlocks(polynomial));
}
