import { type Random, seededRandom } from '@openladder/rating/random';
import { describe, expect, it } from 'vitest';
import { findSignals } from '../../services/api/dist/integrity/signals.js';
import type { LoggedDuel } from '../../services/api/src/integrity/games.js';
import type { Signal } from '../../services/api/src/integrity/signal.js';

const YEAR = 365 * 86_400_000;

type Game = Omit<LoggedDuel, 'sequence'>;

/** A year of a club in which everybody has a strength and regular opponents. */
function club(random: Random, players: number, count: number): Game[] {
  const strengths = Array.from({ length: players }, () => 1.5 * random.normal());
  return Array.from({ length: count }, (_, index) => {
    const one = random.integer(0, players - 1);
    const other = (one + random.integer(1, random.chance(0.3) ? 5 : players - 1)) % players;
    const chance = 1 / (1 + Math.exp(strengths[other]! - strengths[one]!));
    const score = random.chance(0.1) ? 0.5 : random.chance(chance) ? 1 : 0;
    return { playedAt: (YEAR * index) / count, one, other, score, submitter: random.integer(1, 4) };
  });
}

function inOrder(games: readonly Game[]): LoggedDuel[] {
  const sorted = games.toSorted((a, b) => a.playedAt - b.playedAt);
  return sorted.map((game, index) => ({ ...game, sequence: index + 1 }));
}

/** The first of these players is honest and not special, and ten friends lose to them on purpose; all play honest matches too. */
function liftedByFriends(random: Random, own: number, shared: number, thrown: number): LoggedDuel[] {
  const honestGames = club(random, 200, 6000);
  const more: Game[] = [];
  const add = (one: number, other: number, score: number) =>
    more.push({ playedAt: YEAR * random.next(), one, other, score, submitter: random.integer(1, 4) });
  const honestly = (player: number) => add(player, random.integer(0, 199), random.integer(0, 1));
  for (let game = 0; game < own; game++) honestly(200);
  for (let friend = 201; friend <= 210; friend++) {
    for (let game = 0; game < thrown; game++) add(200, friend, 1);
    for (let game = 0; game < shared; game++) honestly(friend);
  }
  return inOrder([...honestGames, ...more]);
}

/** A very strong player who first loses on purpose. */
function smurfed(random: Random, thrown: number): LoggedDuel[] {
  const honestGames = club(random, 200, 6000);
  const games = Array.from({ length: 60 }, (_, game) => ({
    ...{ playedAt: (YEAR * (40 + game)) / 100, one: 200, other: random.integer(0, 199) },
    ...{ score: game >= thrown && random.chance(0.93) ? 1 : 0, submitter: random.integer(1, 4) },
  }));
  return inOrder([...honestGames, ...games]);
}

/** Half of the players have a partner at home whom they meet as often as all others together, and who may be far weaker. */
function couples(random: Random): LoggedDuel[] {
  const honestGames = club(random, 300, 3000);
  const atHome = Array.from({ length: 75 }, (_, pair) => {
    const chance = 1 / (1 + Math.exp(-2.1 * random.normal()));
    return Array.from({ length: 60 }, () => ({
      ...{ playedAt: YEAR * random.next(), one: 2 * pair, other: 2 * pair + 1 },
      ...{ score: random.chance(chance) ? 1 : 0, submitter: random.integer(1, 4) },
    }));
  });
  return inOrder([...honestGames, ...atHome.flat()]);
}

const signalsIn = (games: readonly LoggedDuel[], players: number): Signal[] => findSignals(() => games, players);

describe('in ten leagues each, by seed', () => {
  const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const found = (players: number, games: (random: Random) => LoggedDuel[]) =>
    SEEDS.map((seed) => signalsIn(games(seededRandom(seed)), players));
  const count = (kind: string, signals: readonly Signal[][]) =>
    signals.filter((ofLeague) => ofLeague.some((each) => each.kind === kind && each.player === 200)).length;

  it('friends who also play honestly are found, with 8 thrown and 40 honest games each', () => {
    const signals = found(211, (random) => liftedByFriends(random, 60, 40, 8));
    expect(count('EASY_OPPONENTS', signals)).toBeGreaterThanOrEqual(9);
    expect(signals.flat().filter(({ player }) => player !== 200)).toEqual([]);
    const [first] = signals.flat();
    expect(first!.matches.length).toBeGreaterThanOrEqual(70);
    expect(Math.min(...first!.others)).toBeGreaterThan(200);
  });

  it('no player is flagged because of opponents who lose equally often to others', () => {
    expect(found(211, (random) => liftedByFriends(random, 60, 48, 0)).flat()).toEqual([]);
  });

  it.each([10, 20])('a player who loses the first %i of 60 games on purpose is found', (thrown) => {
    const signals = found(201, (random) => smurfed(random, thrown));
    expect(count('LATE_RISE', signals)).toBeGreaterThanOrEqual(9);
    expect(signals.flat().filter(({ player }) => player !== 200)).toEqual([]);
    const rise = signals.flat().find(({ kind }) => kind === 'LATE_RISE')!;
    expect(Math.abs(rise.matches.length - thrown)).toBeLessThan(4);
  });

  it('a player who is far stronger than all others from the first game on is not found, and looks like an honest newcomer', () => {
    expect(
      count(
        'LATE_RISE',
        found(201, (random) => smurfed(random, 0)),
      ),
    ).toBe(0);
  });

  it('couples at home are flagged less than once per 1,000 players', () => {
    const signals = found(300, couples).flat();
    expect(signals.length, JSON.stringify(signals, null, 1)).toBeLessThanOrEqual(3);
  });
});
