import { Arg, Ctx, FieldResolver, Float, ID, Int, Mutation, Resolver, Root, Subscription } from 'type-graphql';
import type { League } from '../../league/league.js';
import type { Match } from '../../match-log/match.js';
import { joinQueue } from '../../matchmaking/join-queue.js';
import { leaveQueue } from '../../matchmaking/leave-queue.js';
import type { Pairing } from '../../matchmaking/pairing.js';
import { findPlayed } from '../../matchmaking/pairing.repository.js';
import { countWaiting, type TicketKey } from '../../matchmaking/queue.repository.js';
import type { QueueTicket } from '../../matchmaking/queue-ticket.js';
import { watchTicket } from '../../matchmaking/watch-ticket.js';
import type { Player } from '../../player/player.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { onceOf } from '../once.js';
import { PlayerType } from '../player/player.type.js';
import { orErrors } from '../user-error.type.js';
import { JoinQueueInput, LeaveQueueInput } from './queue.input.js';
import { JoinQueuePayload, LeaveQueuePayload } from './queue.payload.js';
import { PairingType, QueueTicketType, QueueType } from './queue-ticket.type.js';

@Resolver(() => QueueTicketType)
export class QueueTicketResolver {
  @Mutation(() => JoinQueuePayload, {
    description:
      'A player wants an opponent: he gets the most even one of those who wait, else he waits. Who waits already is answered with his ticket. Needs the scope matches:submit for the league.',
  })
  joinQueue(
    @Arg('input', () => JoinQueueInput, { description: 'Who, and where.' }) input: JoinQueueInput,
    @Ctx() context: Context,
  ): Promise<JoinQueuePayload> {
    const { app, access } = context;
    const once = onceOf(context, 'joinQueue', input);
    return orErrors(async () => ({ ticket: await joinQueue(app, access, input, once) }));
  }

  @Mutation(() => LeaveQueuePayload, {
    description:
      'Takes a player out of the queue; a ticket that is not waiting any more stays as it is. Needs the scope matches:submit for the league.',
  })
  leaveQueue(
    @Arg('input', () => LeaveQueueInput, { description: 'His ticket.' }) input: LeaveQueueInput,
    @Ctx() { app, access }: Context,
  ): Promise<LeaveQueuePayload> {
    return orErrors(async () => ({ ticket: await leaveQueue(app, access, ticketKey(input.ticket)) }));
  }

  @Subscription(() => QueueTicketType, {
    description: 'A ticket as it stands now, and as soon as it is resolved; then the subscription ends.',
    subscribe: ({ args, context }) => {
      const { app, access } = context as Context;
      return watchTicket(app, access, ticketKey(String(args.ticket)));
    },
  })
  queueTicketChanged(
    @Root() ticket: QueueTicket,
    @Arg('ticket', () => ID, { description: 'Global id of the ticket.' }) _id: string,
  ): QueueTicket {
    return ticket;
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque.' })
  id(@Root() { leagueId, id }: QueueTicket): string {
    return nodeId('QueueTicket', leagueId, id);
  }

  @FieldResolver(() => LeagueType, { description: 'The league.' })
  league(@Root() { leagueId }: QueueTicket, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(leagueId);
  }

  @FieldResolver(() => PlayerType, { description: 'Who wants to play.' })
  player(@Root() { playerId }: QueueTicket, @Ctx() { loaders }: Context): Promise<Player> {
    return loaders.player.load(playerId);
  }

  @FieldResolver(() => MatchType, {
    nullable: true,
    description:
      'The match that he played then: the first in which the two met, within a day of being matched; null where there is none.',
  })
  async match(@Root() ticket: QueueTicket, @Ctx() { app, loaders }: Context): Promise<Match | null> {
    const sequence = ticket.status === 'MATCHED' ? await findPlayed(app.database, ticket) : null;
    return sequence === null ? null : loaders.match.load({ leagueId: ticket.leagueId, sequence });
  }

  @FieldResolver(() => PlayerType, { nullable: true, description: 'Whom he is to play; null where nobody was found.' })
  async opponent(@Root() { opponentId }: QueueTicket, @Ctx() { loaders }: Context): Promise<Player | null> {
    return opponentId === null ? null : loaders.player.load(opponentId);
  }
}

function ticketKey(id: string): TicketKey | null {
  const parsed = parseNodeId(id);
  return parsed?.kind === 'QueueTicket' ? { leagueId: parsed.key[0]!, id: parsed.key[1]! } : null;
}

/** What a match tells of the queue. */
@Resolver(() => MatchType)
export class MatchPairingResolver {
  @FieldResolver(() => PairingType, {
    nullable: true,
    description:
      'How the queue found the two players for each other, at most a day before; null where it was not so, or was played by an earlier match.',
  })
  pairing(@Root() match: Match, @Ctx() { loaders }: Context): Promise<Pairing | null> {
    return loaders.pairing.load(match);
  }
}

/** What a league tells of its queue. */
@Resolver(() => LeagueType)
export class LeagueQueueResolver {
  @FieldResolver(() => QueueType, { description: 'Where its players wait for opponents.' })
  queue(@Root() league: League): League {
    return league;
  }
}

@Resolver(() => QueueType)
export class QueueResolver {
  @FieldResolver(() => Int, { description: 'How many players wait now.' })
  waiting(@Root() { id }: League, @Ctx() { app }: Context): Promise<number> {
    return countWaiting(app.database, id, app.clock());
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
