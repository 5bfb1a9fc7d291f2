import { isolatedClusters } from './clusters.js';
import { type ExpectedGame, type ExpectedLog, expectGames, type LoggedGame } from './games.js';
import { type Meeting, meetingsOf, mostFirst, type PlayerGames, type Sighting, withMatches } from './meetings.js';
import { easyOpponents, lateRises } from './own-strength.js';
import type { Signal } from './signal.js';
import { deviatingSubmitters } from './submitters.js';

/** An opponent depends on a player if at least this share of their games is against them. */
const DEPENDENT = 0.25;
/** Fewer games of two players are no pattern. */
const LEAST_MEETINGS = 8;
const ONE_SIDED = 0.9;
const LEAST_GAMES = 20;
const LEAST_SHARE = 0.4;
/** For a single opponent, who may just be a weak neighbour. Chosen by data of football. */
const LEAST_SHARE_OF_ONE = 0.75;

/** The same for a single opponent. */
const SURPRISE = 3;

const PAIR_GAMES = 15;
const PAIR_SCORE = 0.95;
/** Standard deviations above the expectation. Among thousands of pairs, chance alone reaches 4. */
const PAIR_DEVIATIONS = 5;

/**
 * Finds all signals in a log, the ones with the most matches first. Pairs and streaks are of duels only: the result of a side of several is
 * not one player's, and results of sides that met at once are not independent.
 * @param games starts at the beginning whenever it is called
 */
export function findSignals(games: () => Iterable<LoggedGame>, players: number): Signal[] {
  const log = expectGames(games(), players);
  const meetings = meetingsOf(log, players);
  const duels = { ...log, melees: [] };
  const inDuels = log.melees.length === 0 ? meetings : meetingsOf(duels, players);
  const pairs = oneSidedPairs(inDuels);
  const signals = [
    ...fewOpponents(log, meetings),
    ...withMatches(duels, [...pairs, ...easyOpponents(games, inDuels)]),
    ...lateRises(log.duels, players),
    ...improbableStreaks(log.duels, players),
    ...withMatches(log, isolatedClusters(meetings)),
    ...deviatingSubmitters(log, players),
  ];
  return signals.sort((a, b) => b.matches.length - a.matches.length || a.player - b.player);
}

/** Whether the opponent plays little else and nearly always loses. */
function isFed({ games, share, score }: Meeting, opponent: PlayerGames): boolean {
  return games >= LEAST_MEETINGS && score >= ONE_SIDED * share && games >= DEPENDENT * opponent.games;
}

function fewOpponents(log: ExpectedLog, players: readonly PlayerGames[]): Signal[] {
  const sightings = players.flatMap((own, player): Sighting[] => {
    const fed = [...own.meetings].filter(([other, meeting]) => isFed(meeting, players[other]!));
    if (fed.length === 0) return [];
    fed.sort(([, a], [, b]) => b.games - a.games);
    let gained = own.gainedFromAll;
    for (const { points } of own.meetings.values()) gained += Math.max(0, points);
    const points = fed.reduce((sum, [, meeting]) => sum + meeting.points, 0);
    const share = gained > 0 ? points / gained : 0;
    if (fed.length === 1 && !isSurprising(fed[0]![1])) return [];
    if (share < (fed.length > 1 ? LEAST_SHARE : LEAST_SHARE_OF_ONE)) return [];
    const others = fed.map(([other]) => other);
    const figures = { opponents: others.length, allGames: Math.round(own.games), points, gained, share };
    return [{ kind: 'FEW_OPPONENTS', player, others, submitter: null, figures }];
  });
  return withMatches(log, sightings)
    .filter(({ matches }) => matches.length >= LEAST_GAMES)
    .map(({ figures, ...signal }) => {
      const { opponents, ...rest } = figures;
      return { ...signal, figures: { opponents: opponents!, games: signal.matches.length, ...rest } };
    });
}

/** Whether the results exceed the expectation from both players' known strengths: a stronger player may just have a regular partner. */
function isSurprising(meeting: Meeting): boolean {
  return deviationsOf(meeting) >= SURPRISE;
}

/** Standard deviations above the expectation: from chance, and from doubt about both strengths. */
function deviationsOf({ score, expected, variance, ownDoubt, doubt }: Meeting): number {
  return (score - expected) / Math.sqrt(variance + ownDoubt ** 2 + doubt ** 2);
}

function oneSidedPairs(players: readonly PlayerGames[]): Sighting[] {
  return players.flatMap((own, player) =>
    [...own.meetings].flatMap(([other, meeting]): Sighting[] => {
      const { games, score, expected } = meeting;
      if (games < PAIR_GAMES || score < PAIR_SCORE * games) return [];
      const deviations = deviationsOf(meeting);
      if (deviations < PAIR_DEVIATIONS) return [];
      return [
        {
          ...{ kind: 'ONE_SIDED_PAIR', player, others: [other], submitter: null },
          figures: { games, score, expected, deviations },
        },
      ];
    }),
  );
}

const LEAST_WINS = 15;
/** Doubt about newcomers, in standard deviations: how much stronger they may be. */
const DOUBTS = 2;
/** A streak must be as improbable as one in 10 to this power. In a million games chance alone reaches 6, and underrated newcomers more. */
const LEAST_POWER = 10;

/** The current streak of wins. */
interface Row {
  readonly matches: number[];
  /** Games against each opponent. */
  readonly opponents: Map<number, number>;
  /** Its probability is one in 10 to this power. */
  power: number;
}

/** The least probable streak of each player, if it is improbable enough. */
export function improbableStreaks(games: readonly ExpectedGame[], players: number): Signal[] {
  const rows = Array.from({ length: players }, emptyRow);
  const worst = new Map<number, Row>();
  const tell = (player: number, other: number, sequence: number, score: number, chance: number) => {
    const row = rows[player]!;
    if (score < 1) {
      rows[player] = emptyRow();
      return;
    }
    row.matches.push(sequence);
    row.opponents.set(other, (row.opponents.get(other) ?? 0) + 1);
    row.power -= Math.log10(Math.max(chance, 1e-9));
    if (row.matches.length < LEAST_WINS || row.power < LEAST_POWER) return;
    if (row.power > (worst.get(player)?.power ?? 0)) worst.set(player, row);
  };
  for (const { one, other, sequence, score, expected, known } of games) {
    const doubt = Math.exp(-DOUBTS * Math.sqrt(known[0].error + known[1].error));
    tell(one, other, sequence, score, atMost(expected, doubt));
    tell(other, one, sequence, 1 - score, atMost(1 - expected, doubt));
  }
  return [...worst].map(([player, { matches, opponents, power }]) => {
    const figures = { wins: matches.length, oneIn: power, opponents: opponents.size };
    return { kind: 'STREAK', player, others: mostFirst(opponents), submitter: null, figures, matches };
  });
}

/** The chance if the player is as much stronger as plausible. @param doubt the share of the odds against them that then remains */
function atMost(expected: number, doubt: number): number {
  return expected / (expected + (1 - expected) * doubt);
}

function emptyRow(): Row {
  return { matches: [], opponents: new Map(), power: 0 };
}
