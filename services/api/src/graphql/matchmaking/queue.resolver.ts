import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Float, ID, Info, Int, Mutation, Resolver, Root, Subscription } from 'type-graphql';
import type { NeedsSeal } from '../../kit/needs.js';
import { checkFirst } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import type { StoredMatch } from '../../match-log/match.js';
import { joinQueue } from '../../matchmaking/join-queue.js';
import { leaveQueue } from '../../matchmaking/leave-queue.js';
import type { Pairing } from '../../matchmaking/pairing.js';
import { findPlayed } from '../../matchmaking/pairing.repository.js';
import { countWaiting, listWaiting, type TicketKey } from '../../matchmaking/queue.repository.js';
import type { QueueTicket } from '../../matchmaking/queue-ticket.js';
import { watchTicket } from '../../matchmaking/watch-ticket.js';
import type { Player } from '../../player/player.js';
import { FIRST } from '../connection.js';
import { type Context, onceOf } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { PlayerType } from '../player/player.type.js';
import { sizedList } from '../selection.js';
import { orErrors } from '../user-error.type.js';
import { JoinQueueInput, LeaveQueueInput } from './queue.input.js';
import { JoinQueuePayload, LeaveQueuePayload } from './queue.payload.js';
import { PairingType, QueueTicketType, QueueType } from './queue-ticket.type.js';

@Resolver(() => QueueTicketType)
export class QueueTicketResolver {
  @Mutation(() => JoinQueuePayload, {
    description:
      'Pairs the player with the closest match among waiting players, or adds the player to the queue. Returns the existing ticket if the player is already waiting. Requires the scope matches:submit for the league.',
  })
  joinQueue(
    @Arg('input', () => JoinQueueInput, { description: 'The player and the league.' }) input: JoinQueueInput,
    @Ctx() context: Context,
  ): Promise<JoinQueuePayload> {
    const { app, access } = context;
    const once = onceOf(context, 'joinQueue', input);
    return orErrors(async () => ({ ticket: await joinQueue(app, access, input, once) }));
  }

  @Mutation(() => LeaveQueuePayload, {
    description:
      'Takes a player out of the queue. A ticket that is no longer waiting stays as it is. Requires the scope matches:submit for the league.',
  })
  leaveQueue(
    @Arg('input', () => LeaveQueueInput, { description: "The player's ticket." }) input: LeaveQueueInput,
    @Ctx() { app, access }: Context,
  ): Promise<LeaveQueuePayload> {
    return orErrors(async () => ({ ticket: await leaveQueue(app, access, ticketKey(app, input.ticket)) }));
  }

  @Subscription(() => QueueTicketType, {
    description: 'Sends a ticket as it is now, and again when it is resolved; then the subscription ends.',
    subscribe: ({ args, context }) => {
      const { app, access } = context as Context;
      return watchTicket(app, access, ticketKey(app, String(args.ticket)));
    },
  })
  queueTicketChanged(
    @Root() ticket: QueueTicket,
    @Arg('ticket', () => ID, { description: 'Global id of the ticket.' }) _id: string,
  ): QueueTicket {
    return ticket;
  }

  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() { leagueId, id }: QueueTicket, @Ctx() { app }: Context): string {
    return nodeId(app, 'QueueTicket', leagueId, id);
  }

  @FieldResolver(() => LeagueType, { description: 'The league.' })
  league(@Root() { leagueId }: QueueTicket, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(leagueId);
  }

  @FieldResolver(() => PlayerType, { description: 'The player who wants an opponent.' })
  player(@Root() { playerId }: QueueTicket, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(playerId);
  }

  @FieldResolver(() => MatchType, {
    nullable: true,
    description: 'The first match between the two players within a day of being paired; null if there is none.',
  })
  async match(@Root() ticket: QueueTicket, @Ctx() { app, loaders }: Context): Promise<StoredMatch | null> {
    const sequence = ticket.status === 'MATCHED' ? await findPlayed(app.database, ticket) : null;
    return sequence === null ? null : loaders.match.load({ leagueId: ticket.leagueId, sequence });
  }

  @FieldResolver(() => PlayerType, {
    nullable: true,
    description: 'The opponent found for the player; null if none was found.',
  })
  async opponent(@Root() { opponentId }: QueueTicket, @Ctx() { loaders }: Context): Promise<Player | null> {
    return opponentId === null ? null : loaders.player.load(opponentId);
  }
}

function ticketKey(needs: NeedsSeal, id: string): TicketKey | null {
  const parsed = parseNodeId(needs, id);
  return parsed?.kind === 'QueueTicket' ? { leagueId: parsed.key[0]!, id: parsed.key[1]! } : null;
}

/** The pairing of a match. */
@Resolver(() => MatchType)
export class MatchPairingResolver {
  @FieldResolver(() => PairingType, {
    nullable: true,
    description:
      "The queue's pairing that led to this match, made at most a day before it. Null if the queue did not pair the players, or an earlier match already used the pairing.",
  })
  pairing(@Root() match: StoredMatch, @Ctx() { loaders }: Context): Promise<Pairing | null> {
    return loaders.pairing.load(match);
  }
}

/** The queue of a league. */
@Resolver(() => LeagueType)
export class LeagueQueueResolver {
  @FieldResolver(() => QueueType, { description: "The league's matchmaking queue." })
  queue(@Root() league: League): League {
    return league;
  }
}

@Resolver(() => QueueType)
export class QueueResolver {
  @FieldResolver(() => Int, { description: 'Number of players waiting now.' })
  waiting(@Root() { id }: League, @Ctx() { app }: Context): Promise<number> {
    return countWaiting(app.database, id, app.clock());
  }

  @FieldResolver(() => [QueueTicketType], { description: 'Tickets of the players who wait now, the longest first.' })
  async tickets(
    @Root() { id }: League,
    @Ctx() { app, size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
  ): Promise<readonly QueueTicket[]> {
    const tickets = await listWaiting(app.reads, id, app.clock(), checkFirst(first));
    return sizedList(size, info, tickets);
  }

  @FieldResolver(() => Float)
  band(@Root() { queueBand }: League): number {
    return queueBand;
  }

  @FieldResolver(() => Int)
  wait(@Root() { queueWait }: League): number {
    return queueWait;
  }
}
