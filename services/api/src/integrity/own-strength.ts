import type { ExpectedGame } from './games.js';

/** A game as one player sees it. */
interface OwnGame {
  readonly sequence: number;
  readonly other: number;
  /** The opponent's strength, in log odds, and the mean square of its error. */
  readonly strength: number;
  readonly error: number;
  readonly score: number;
}

/** The games of each player, in playing order. */
export function ownGames(duels: readonly ExpectedGame[], players: number): readonly (readonly OwnGame[])[] {
  const games = Array.from({ length: players }, (): OwnGame[] => []);
  for (const { one, other, sequence, score, known } of duels) {
    games[one]!.push({ sequence, other, score, ...known[1] });
    games[other]!.push({ sequence, other: one, score: 1 - score, ...known[0] });
  }
  return games;
}

export function scoreOfGames(games: readonly OwnGame[]): number {
  return games.reduce((sum, { score }) => sum + score, 0);
}

/** How much stronger a player was in some games than in others, in log odds, and in standard deviations by the likelihood ratio. */
export function riseBetween(before: readonly OwnGame[], after: readonly OwnGame[]) {
  const [one, other, both] = [strengthIn(before), strengthIn(after), strengthIn([...before, ...after])];
  const gain = Math.max(0, one.likelihood + other.likelihood - both.likelihood);
  return { rise: other.strength - one.strength, deviations: Math.sqrt(2 * gain) };
}

const ROUNDS = 12;

/** The strength that explains results best, and how well it does. */
function strengthIn(games: readonly OwnGame[]): { readonly strength: number; readonly likelihood: number } {
  let strength = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // As if one game was drawn against an average player: wins alone have no best strength.
    let [gradient, information] = [0.5 - 1 / (1 + Math.exp(-strength)), 0.25];
    for (const game of games) {
      const expected = 1 / (1 + Math.exp(game.strength - strength));
      gradient += game.score - expected;
      information += expected * (1 - expected);
    }
    strength += Math.max(-1, Math.min(1, gradient / information));
  }
  const likelihood = games.reduce((sum, game) => {
    const lead = strength - game.strength;
    return sum + game.score * lead - Math.log1p(Math.exp(lead));
  }, 0);
  return { strength, likelihood };
}
