import { isDeepStrictEqual } from 'node:util';
import type { PlayerId } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { States } from '../rating/cached-states.js';
import { loadStates } from '../rating/states.js';
import type { Findings } from './findings.js';
import type { Replay } from './fold.js';

/** Journal lines to keep in memory at once if a state is restored from all lines of a player. */
const LINES = 10_000;

/** A service that starts now continues from the same states with which the replay ends. */
export async function checkRestore(
  tx: Sql,
  league: League,
  system: RatingSystem,
  replay: Replay,
  findings: Findings,
): Promise<void> {
  for (const players of groups(replay)) {
    const restored = new States();
    await loadStates(tx, league, system, players, restored);
    for (const player of players) {
      const expected = { state: replay.states.pick([player]).get(player), waits: replay.waits.get(player) ?? [] };
      const found = goesOnFrom(restored, player);
      if (!isDeepStrictEqual(expected, found)) findings.add('restore', `player ${player}`, expected, found);
    }
  }
}

function* groups({ tallies }: Replay): Generator<PlayerId[]> {
  let players: PlayerId[] = [];
  let lines = 0;
  for (const [player, { matchesPlayed }] of tallies) {
    if (players.length > 0 && lines + matchesPlayed > LINES) {
      yield players;
      players = [];
      lines = 0;
    }
    players.push(player);
    lines += matchesPlayed;
  }
  if (players.length > 0) yield players;
}

/** The state for the player's next match, and the waits that it does not include yet. */
function goesOnFrom(states: States, player: PlayerId): { readonly state: unknown; readonly waits: readonly number[] } {
  const waits = states.waits.get(player) ?? [];
  return { state: states.get(player), waits: waits.map(({ at }) => at.getTime()) };
}
