import type { Follow } from './follow.js';
import {
  JoinQueueDocument,
  type JoinQueueMutation,
  LeaveQueueDocument,
  type LeaveQueueMutation,
  QueueTicketChangedDocument,
} from './operations.js';
import type { Request, RequestOptions } from './request.js';
import { type RefusedResult, refusal } from './result.js';

/** The outcome of a ticket. */
export type TicketState = Pick<
  NonNullable<JoinQueueMutation['joinQueue']['ticket']>,
  'status' | 'opponent' | 'winProbability'
>;

/** A player's place in the queue. */
export type Ticket = NonNullable<JoinQueueMutation['joinQueue']['ticket']> & {
  readonly ok: true;
  /** When an opponent was found, the wait has expired or the player left. Opens a socket when it is first read. */
  readonly resolved: Promise<TicketState>;
  /** Removes the player from the queue. `status` shows whether an opponent was found before. */
  leave(): Promise<({ readonly ok: true } & NonNullable<LeaveQueueMutation['leaveQueue']['ticket']>) | RefusedResult>;
};

export interface Queue {
  /** Pairs a player with the closest match among waiting players, or lets them wait. */
  join(player: string, options?: RequestOptions): Promise<Ticket | RefusedResult>;
}

export function queueOf(request: Request, follow: Follow, league: string): Queue {
  return {
    join: async (player, options) => {
      const { ticket, errors } = (await request(JoinQueueDocument, { input: { league, player } }, options)).joinQueue;
      return ticket ? ticketOf(request, follow, ticket) : refusal(errors);
    },
  };
}

function ticketOf(
  request: Request,
  follow: Follow,
  ticket: NonNullable<JoinQueueMutation['joinQueue']['ticket']>,
): Ticket {
  let resolved: Promise<TicketState> | undefined;
  return {
    ok: true,
    ...ticket,
    get resolved() {
      resolved ??= ticket.status === 'WAITING' ? resolutionOf(follow, ticket) : Promise.resolve(ticket);
      return resolved;
    },
    leave: async () => {
      const { ticket: left, errors } = (await request(LeaveQueueDocument, { input: { ticket: ticket.id } })).leaveQueue;
      return left ? { ok: true, ...left } : refusal(errors);
    },
  };
}

async function resolutionOf(follow: Follow, ticket: TicketState & { readonly id: string }): Promise<TicketState> {
  let latest: TicketState = ticket;
  for await (const { queueTicketChanged } of follow(QueueTicketChangedDocument, { ticket: ticket.id })) {
    latest = queueTicketChanged;
    if (latest.status !== 'WAITING') break;
  }
  return latest;
}
