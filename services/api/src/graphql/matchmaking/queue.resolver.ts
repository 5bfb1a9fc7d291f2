import { Float, ID, Int } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { beginWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import type { StoredMatch } from '../../match-log/match.js';
import { joinQueue } from '../../matchmaking/join-queue.js';
import { leaveQueue } from '../../matchmaking/leave-queue.js';
import { countPairedTickets, findPlayed, listOpenPairings } from '../../matchmaking/pairing.repository.js';
import { countWaiting, listWaiting } from '../../matchmaking/queue.repository.js';
import type { QueueTicket, QueueTicketStatus } from '../../matchmaking/queue-ticket.js';
import { watchTicket } from '../../matchmaking/watch-ticket.js';
import { computeFields, field, firstOf, nodeType, objectType, optional, subscription } from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { mutation } from '../mutation.js';
import { itsPlayer, PlayerType } from '../player/player.type.js';
import { DateTimeScalar, enumOf, globalId, leagueKey } from '../scalars.js';
import { sizedList } from '../selection.js';

const QueueTicketStatusEnum = enumOf<QueueTicketStatus>('QueueTicketStatus', 'State of a queue ticket.', {
  WAITING: 'The player is waiting.',
  MATCHED: 'An opponent was found, and the two should play.',
  EXPIRED: "No opponent was found within the league's waiting time.",
  LEFT: 'The player left the queue.',
});

const QueueTicketType = nodeType('QueueTicket', "A player's request for an opponent.", {
  status: field(QueueTicketStatusEnum, 'State of the ticket.'),
  winProbability: optional(
    Float,
    "The player's chance to win, 0 to 1, with a draw as half a win, predicted when the opponent was found; null if none was found.",
  ),
  joinedAt: field(DateTimeScalar, 'When the player joined the queue.'),
  expiresAt: field(DateTimeScalar, 'When the ticket expires if no opponent is found.'),
  resolvedAt: optional(
    DateTimeScalar,
    'When the ticket was matched, left or expired; null while the player is waiting.',
  ),
  match: optional(
    MatchType,
    'The first match between the two players within a day of being paired; null if there is none.',
    async (ticket: QueueTicket, { app, loaders }) => {
      const sequence = ticket.status === 'MATCHED' ? await findPlayed(app.database, ticket) : null;
      return sequence === null ? null : loaders.match.load({ leagueId: ticket.leagueId, sequence });
    },
  ),
  id: globalId('QueueTicket', ({ leagueId, id }: QueueTicket) => [leagueId, id]),
  league: itsLeague(),
  player: itsPlayer('The player who wants an opponent.'),
  opponent: optional(
    PlayerType,
    'The opponent found for the player; null if none was found.',
    ({ opponentId }: QueueTicket, { loaders }) => (opponentId === null ? null : loaders.player.load(opponentId)),
  ),
});

const StakeType = objectType('Stake', 'What a match would do to the rating of a player.', {
  win: optional(Float, 'Points from a win; null if the rating system has none.'),
  loss: optional(Float, 'Points from a loss, mostly less than 0; null if the rating system has none.'),
});

export const PairingType = objectType('Pairing', 'Two players paired by the queue.', {
  pairedAt: field(DateTimeScalar, 'When the players were paired.'),
  tickets: field([QueueTicketType], 'The two tickets; the player who waited longer comes first.'),
  league: field(
    LeagueType,
    'The league.',
    ({ tickets: [{ leagueId }] }: { readonly tickets: readonly [QueueTicket, QueueTicket] }, { loaders }) =>
      loaders.league.load(leagueId),
  ),
  stakes: optional(
    [StakeType],
    'What the match would do to the ratings of the two, in the order of `tickets`, as they are now. Null in `Match.pairing` and `Queue.pairings`, and if the rating system fails.',
    { cost: { work: 2, length: () => 2 } },
  ),
});

/** Points of a ticket of a pairing, of which the matches of its day are looked through. */
export const POINTS_PER_TICKET = 5;

const QueueType = objectType('Queue', 'Where players of a league wait for opponents.', {
  tickets: field(
    [QueueTicketType],
    'Tickets of the players who wait now, the longest first.',
    { args: firstOf(20) },
    async ({ id }: League, { app, size }, { first }, info) => {
      const tickets = await listWaiting(app.reads, id, app.clock(), checkFirst(first));
      return sizedList(size, info, tickets);
    },
  ),
  pairings: field(
    [PairingType],
    'Players whom the queue has paired within the last day and who have not played each other since, the newest pairing first.',
    { args: firstOf(20), cost: { work: 50 } },
    async ({ id }: League, { app, size }, { first }, info) => {
      const [at, limit] = [app.clock(), checkFirst(first)];
      await beginWork(size, POINTS_PER_TICKET * (await countPairedTickets(app.reads, id, at)));
      return sizedList(size, info, await listOpenPairings(app.reads, id, at, limit));
    },
  ),
  band: field(
    Float,
    'How far from 1/2 the chance to win may be for two players to be paired: above 0, at most 0.5.',
    ({ queueBand }: League) => queueBand,
  ),
  wait: field(Int, 'How long a player waits for an opponent, in seconds.', ({ queueWait }: League) => queueWait),
  waiting: field(Int, 'Number of players waiting now.', ({ id }: League, { app }) =>
    countWaiting(app.database, id, app.clock()),
  ),
});

const theTicket = {
  ticket: optional(QueueTicketType, 'The ticket as it is now; null if the request was refused.'),
};

subscription(
  'queueTicketChanged',
  QueueTicketType,
  'Sends a ticket as it is now, and again when it is resolved; then the subscription ends.',
  { ticket: field(ID, 'Global id of the ticket.') },
  ({ ticket }, { app, access }) => watchTicket(app, access, leagueKey(app, 'QueueTicket', ticket), ticket),
);

/** The pairing of a match. */
computeFields<StoredMatch>(MatchType, {
  pairing: optional(
    PairingType,
    "The queue's pairing that led to this match, made at most a day before it. Null if the queue did not pair the players, or an earlier match already used the pairing.",
    (match, { loaders }) => loaders.pairing.load(match),
  ),
});

/** The queue of a league. */
computeFields<League>(LeagueType, {
  queue: field(QueueType, "The league's matchmaking queue.", (league) => league),
});

mutation('joinQueue', {
  description:
    'Pairs the player with the closest match among waiting players, or adds the player to the queue. Returns the existing ticket if the player is already waiting. Requires the scope matches:submit for the league.',
  input: 'A player who wants an opponent.',
  fields: {
    league: field(String, 'Slug of the league.'),
    player: field(
      String,
      'Handle or account (`discord:1234`) of the player. An unknown handle creates a player if the league has open entry.',
    ),
  },
  payload: theTicket,
  run: async (input, { app, access }, once) => ({ ticket: await joinQueue(app, access, input, once()) }),
});

mutation('leaveQueue', {
  description:
    'Takes a player out of the queue. A ticket that is no longer waiting stays as it is. Requires the scope matches:submit for the league.',
  input: 'A player who no longer wants an opponent.',
  fields: { ticket: field(ID, "Global id of the player's ticket.") },
  payload: theTicket,
  run: async ({ ticket }, { app, access }) => ({
    ticket: await leaveQueue(app, access, leagueKey(app, 'QueueTicket', ticket), ticket),
  }),
});
