import {
  addGameAt,
  addSumsAt,
  type BlocksDraft,
  draftOfBlocks,
  fadeAll,
  fadeSince,
  rankOf,
  withNewest,
} from './blocks.js';
import { isHalfSpent } from './compacting.js';
import { addDraws, type Digest, opened } from './digest.js';
import { BEFORE, chunkAt, fieldOf, MEETING, ODDS, RESULT, startOf } from './game-log.js';
import type { PlayedGame } from './games.js';
import { gamesAgainst, type Opponents, withEncounter } from './opponents.js';
import { SCALE, type Variant, type WeightSettings } from './settings.js';
import { isTimeToSettle, withSettled } from './settling.js';
import { type Decay, decayTable } from './weights.js';
import { draftOfWindow, finished, hasRoot, rootIn } from './window.js';

/** The games and a newer one by p7 or p8, where games fade with every distinct opponent met since. */
export function withMeeting(digest: Digest, game: PlayedGame, variant: Variant, settings: WeightSettings): Digest {
  const { opponents, blocks } = digest;
  const count = digest.count + 1;
  const decay = decayTable(count, settings);
  const index = opponents.ids.indexOf(game.opponent);
  const isNew = index < 0;
  const n = gamesAgainst(opponents, index);
  const rank = isNew ? blocks.recent.length : rankOf(blocks.recent, opponents.newest[index]!);
  const position = opponents.log.length;
  const odds = Math.exp(game.rating / SCALE);
  const draft = draftOfWindow(digest.window);
  const after = draftOfBlocks(blocks, draft, position);
  // One who was met before counts already in all games up to the last one against him.
  if (isNew) fadeAll(after, decay.base);
  else fadeSince(after, rank, opponents, blocks.recent, decay);
  if (!isNew) weighAnew(after, opponents, index, n, blocks.recent, rank, decay);
  addGameAt(after, position, odds, game.result, decay.scale[n + 1]!);
  // Fictitious draws don't fade.
  if (isNew) addDraws(draft, 1 - decay.base, variant, settings);

  const met = withEncounter(opponents, index, game.opponent, odds, game.result, count);
  const recent = withNewest(blocks.recent, rank, position);
  const known = (isTimeToSettle(n + 1) && settledIn(met, index, n + 1, recent, decay, after)) || met;
  const window = finished(draft, isNew ? decay.base : 1);
  if (hasRoot(window) && !isHalfSpent(known, 0)) {
    return { count, window, opponents: known, blocks: { recent, first: after.first, sums: after.sums } };
  }
  return opened(count, known, rootIn(window, null), variant, settings);
}

/** All n games against an opponent lose alike when one more is played. */
function weighAnew(
  draft: BlocksDraft,
  { log, newest, settled }: Opponents,
  index: number,
  n: number,
  recent: readonly number[],
  newestRank: number,
  { base, power, scale }: Decay,
): void {
  const gain = base * scale[n + 1]! - scale[n]!;
  const old = settled[index];
  const others = recent.length - 1;
  let rank = newestRank;
  for (let at = newest[index]!; at >= 0; ) {
    while (rank > 0 && recent[rank - 1]! > at) rank--;
    const games = chunkAt(log, at);
    const start = startOf(log, at);
    const meeting = games[start + MEETING]!;
    const added = gain * power[n - meeting]! * power[others - rank]!;
    if (old && meeting === old.meeting) {
      addSumsAt(draft, at, old.sums, added);
      return;
    }
    addGameAt(draft, at, games[start + ODDS]!, games[start + RESULT]!, added);
    at = games[start + BEFORE]!;
  }
}

/**
 * The oldest games against an opponent lose alike as far as no other opponent's newest game lies between them, for none
 * ever will again, so that the others who were met since are the same for all of them.
 */
function settledIn(
  opponents: Opponents,
  index: number,
  n: number,
  recent: readonly number[],
  { power, scale }: Decay,
  draft: BlocksDraft,
): Opponents | null {
  const limitOf = (oldest: number) => recent[rankOf(recent, oldest)]!;
  const weightOf = (position: number) => {
    const others = recent.length - rankOf(recent, position) - 1;
    return power[n - fieldOf(opponents.log, position, MEETING)]! * scale[n]! * power[others]!;
  };
  return withSettled(opponents, index, limitOf, MEETING, power, weightOf, draft);
}
