import { type Random, seededRandom } from '../../packages/rating/dist/random.js';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import type { MatchSubmission } from '../../services/api/dist/match-log/checks.js';
import type { QueueTicket } from '../../services/api/dist/matchmaking/queue-ticket.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { MINUTE, type Queues, SECOND } from '../queue/queues.js';

/** An evening on a ladder: players of known strength come and go, and the queue pairs them. */
export interface Evening {
  readonly players: number;
  /** How many seconds lie between one player's coming and the next one's, on average. */
  readonly gap: number;
  readonly band: number;
  readonly wait: number;
  readonly minutes: number;
  readonly seed: number;
}

/** The summary of an evening. */
export interface EveningReport {
  readonly joined: number;
  readonly matches: number;
  /** The share of those who joined whose wait expired. */
  readonly inVain: number;
  /** Seconds until an opponent was found, for players who found one; half of them found one at once. */
  readonly meanWait: number;
  /** Nine of ten of them waited less, in seconds. */
  readonly longWait: number;
  /** The favourite's chance, on average, as the queue predicted it and as it truly was. */
  readonly predicted: number;
  readonly favourite: number;
  /** The share of matches in which the favourite's true chance was above 85%. */
  readonly lopsided: number;
}

/** Points between players: about as far apart as on a chess server. */
const SPREAD = 300;
/** Matches that every player has played before, on average, with anybody: ratings are known fairly well. */
const FORMER_MATCHES = 20;
const BATCH = 1000;
const LENGTH = 10 * MINUTE;

/** Lives through an evening on the service's own functions, with a clock that jumps from one event to the next. */
export async function liveEvening(queues: Queues, slug: string, evening: Evening): Promise<EveningReport> {
  const random = seededRandom(evening.seed);
  const strengths = Array.from({ length: evening.players }, () => 1500 + SPREAD * random.normal());
  await queues.open(slug, { queueBand: evening.band, queueWait: evening.wait });
  await playFormerMatches(queues, slug, strengths, random);

  const end = queues.clock.now + evening.minutes * MINUTE;
  const away = new Set(strengths.keys());
  const tickets = new Map<number, QueueTicket>();
  const playing: { readonly until: number; readonly pair: readonly [number, number] }[] = [];
  const done: QueueTicket[] = [];
  const trueChances: number[] = [];
  let comesAt = queues.clock.now;
  while (comesAt < end) {
    const over = playing[0];
    if (over && over.until <= comesAt) {
      playing.shift();
      queues.clock.now = over.until;
      await report(queues, slug, [play(over.pair, over.until, strengths, random, `m${over.until}-${over.pair}`)]);
      for (const player of over.pair) away.add(player);
      continue;
    }
    queues.clock.now = comesAt;
    comesAt += Math.round(-Math.log(1 - random.next()) * evening.gap * SECOND);
    const player = random.pick([...away]);
    away.delete(player);
    const ticket = await queues.join(slug, handleOf(player));
    for (const [waiting, { expiresAt }] of tickets) {
      if (expiresAt.getTime() > queues.clock.now) continue;
      done.push(await queues.look(tickets.get(waiting)!));
      tickets.delete(waiting);
      away.add(waiting);
    }
    if (ticket.status === 'WAITING') {
      tickets.set(player, ticket);
      continue;
    }
    const [opponent, before] = [...tickets].find(([, { playerId }]) => playerId === ticket.opponentId)!;
    tickets.delete(opponent);
    done.push(ticket, await queues.look(before));
    trueChances.push(Math.max(chanceOf(strengths, player, opponent), chanceOf(strengths, opponent, player)));
    playing.push({ until: queues.clock.now + LENGTH, pair: [player, opponent] });
  }
  return summary(done, trueChances);
}

function summary(tickets: readonly QueueTicket[], trueChances: readonly number[]): EveningReport {
  const found = tickets.filter(({ status }) => status === 'MATCHED');
  const waits = found.map(({ joinedAt, resolvedAt }) => (+resolvedAt! - +joinedAt) / SECOND).sort((a, b) => a - b);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return {
    joined: tickets.length,
    matches: trueChances.length,
    inVain: 1 - found.length / tickets.length,
    meanWait: mean(waits),
    longWait: waits[Math.floor(waits.length * 0.9)]!,
    predicted: mean(found.map(({ winProbability }) => Math.max(winProbability!, 1 - winProbability!))),
    favourite: mean(trueChances),
    lopsided: trueChances.filter((chance) => chance > 0.85).length / trueChances.length,
  };
}

async function playFormerMatches(queues: Queues, slug: string, strengths: readonly number[], random: Random) {
  const matches: MatchSubmission[] = [];
  for (let number = 0; number < (strengths.length * FORMER_MATCHES) / 2; number++) {
    queues.clock.now += MINUTE;
    const first = random.integer(0, strengths.length - 1);
    const second = (first + random.integer(1, strengths.length - 1)) % strengths.length;
    matches.push(play([first, second], queues.clock.now, strengths, random, `former ${number}`));
  }
  for (let at = 0; at < matches.length; at += BATCH) await report(queues, slug, matches.slice(at, at + BATCH));
}

function play(
  [first, second]: readonly [number, number],
  at: number,
  strengths: readonly number[],
  random: Random,
  externalId: string,
): MatchSubmission {
  const isWon = random.chance(chanceOf(strengths, first, second));
  const side = (player: number, placement: number) => ({ placement, participants: [{ player: handleOf(player) }] });
  return {
    externalId,
    playedAt: new Date(at),
    sides: [side(first, isWon ? 1 : 2), side(second, isWon ? 2 : 1)],
  };
}

async function report(queues: Queues, slug: string, matches: readonly MatchSubmission[]): Promise<void> {
  const results = await submitMatches(queues.app, COMMAND_LINE, slug, matches);
  if (results.some(({ kind }) => kind === 'rejected')) throw new Error('a match of the simulation was rejected');
}

/** The curve of chess: 400 points are odds of 10 to 1. */
function chanceOf(strengths: readonly number[], player: number, opponent: number): number {
  return 1 / (1 + 10 ** ((strengths[opponent]! - strengths[player]!) / 400));
}

function handleOf(player: number): string {
  return `p${player}`;
}
