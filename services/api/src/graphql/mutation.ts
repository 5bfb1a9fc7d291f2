import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { Arg, Mutation, Resolver } from 'type-graphql';
import { type IdempotentRequest, idempotentRequest } from '../access/idempotency.js';
import { type Refusal, Refused } from '../kit/refusal.js';
import type { Change, ChangeRequest, FoundLeague } from '../league-log/change.js';
import { type Changed, makeChange } from '../league-log/engine.js';
import type { ReplayWork } from '../replay/replay-strategy.js';
import type { Context, HttpContext } from './context.js';
import { DECLARED_RESOLVERS, type Fields, field, inputType, objectType, type ValuesOf } from './declare.js';
import { UserError } from './user-error.type.js';

type Once = () => IdempotentRequest | null;

interface MutationOf<Own> {
  readonly description: string;
  /** The description of the argument `input`, whose type is named after the mutation, and its fields. */
  readonly input: string;
  readonly fields: Own;
  /** The fields of the response, whose type is also named after the mutation. All of them are null if the request was refused. */
  readonly payload: Fields;
  /** The description of the response's field `errors`. */
  readonly errors?: string;
  /**
   * @param once the request to carry it out once; null without an Idempotency-Key
   * @returns the fields of the payload
   * @throws Refused
   */
  run(input: ValuesOf<Own>, context: HttpContext, once: Once, info: GraphQLResolveInfo): Promise<object>;
}

/** Declares a mutation with its input and its answer. */
export function mutation<Own extends Fields>(name: string, { run, ...own }: MutationOf<Own>): void {
  const title = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const input = inputType(`${title}Input`, own.input, own.fields);
  const payload = objectType(`${title}Payload`, `Result of ${name}.`, {
    ...own.payload,
    errors: field([UserError], own.errors ?? 'Why the request was refused; empty if it was accepted.'),
  });
  class Declared {}
  const { prototype } = Declared;
  Arg('input', () => input, { description: own.input })(prototype, name, 0);
  Mutation(() => payload, { description: own.description })(prototype, name, {});
  Resolver()(Declared);
  const resolve: Resolve<{ input: ValuesOf<Own> }> = (_root, { input: given }, context, info) =>
    orErrors(() => run(given, context, () => onceOf(context, name, given), info));
  DECLARED_RESOLVERS.push({ of: 'Mutation', name, resolve: carriedOutOnce(resolve) });
}

type Resolve<Args> = GraphQLFieldResolver<unknown, HttpContext, Args>;

/**
 * A request has at most one mutation, which is carried out once even if its response is made twice: the first time perhaps from a
 * foreseen outcome.
 */
function carriedOutOnce<Args>(resolve: Resolve<Args>): Resolve<Args> {
  return (root, args, context, info) => {
    const { mutation } = context;
    if (mutation.outcome) return mutation.outcome;
    const foreseen =
      mutation.mayForesee &&
      new Promise((answer) => {
        mutation.foresee = (outcome) => {
          mutation.isForeseen = true;
          answer(outcome);
        };
      });
    mutation.outcome = Promise.resolve(resolve(root, args, context, info));
    return foreseen ? Promise.race([foreseen, mutation.outcome]) : mutation.outcome;
  };
}

/** Runs a use case for a payload: its result, or its refusals. */
export async function orErrors<T extends object>(work: () => Promise<T>): Promise<Partial<T> & { errors: Refusal[] }> {
  try {
    return { ...(await work()), errors: [] };
  } catch (error) {
    if (error instanceof Refused) return { errors: [...error.refusals] } as Partial<T> & { errors: Refusal[] };
    throw error;
  }
}

/** A line is rated, written, and stored once more if it replaces another; a contribution is six numbers of it. */
const POINTS_PER_LINE = 10;
/** A byte of a file is read, interpreted and checked in the background: a megabyte takes a second. */
const BYTES_PER_POINT = 10;

/** Takes points from the caller for the ratings that their request computed again: a hundred lines, or a thousand contributions, take some milliseconds. */
export function chargeReplay({ charge }: HttpContext): (work: ReplayWork) => void {
  return ({ lines, contributions }) => charge(Math.round(POINTS_PER_LINE * lines + contributions));
}

/** The cost of reading a file of this size. Its import costs no more: there is at most one, after a check. */
export function checkPoints(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_POINT);
}

/** The caller's request to carry out this mutation once; null without an Idempotency-Key. */
export function onceOf({ access, idempotencyKey }: Context, mutation: string, input: object): IdempotentRequest | null {
  return idempotentRequest(access.tokenId, idempotencyKey ?? null, mutation, input);
}

/**
 * Makes the change of a mutation on behalf of its caller.
 * @param input as received, with ids read; requests with the same Idempotency-Key must have the same
 */
export function change<Input extends ChangeRequest, At extends FoundLeague, Data extends object, Shown extends object>(
  context: HttpContext,
  kind: Change<Input, At, Data, Shown>,
  input: Omit<Input, 'once' | 'left' | 'charge'>,
): Promise<Changed & Shown> {
  const { app, access, left } = context;
  const once = onceOf(context, kind.kind, input);
  const request = { ...input, once, left, charge: chargeReplay(context) } as unknown as Input;
  return makeChange(app, access, kind, request);
}

/** Names of mutations in a description, of which one is meant. */
export function anyMutationOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names.map((name) => `\`${name}\``));
}
