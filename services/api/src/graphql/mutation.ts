import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql';
import type { IdempotentRequest } from '../access/idempotency.js';
import { type Refusal, Refused } from '../kit/refusal.js';
import { type HttpContext, onceOf } from './context.js';
import { type Fields, field, inputType, objectType, type ValuesOf } from './declare.js';
import { UserError } from './user-error.type.js';

type Once = () => IdempotentRequest | null;

interface MutationOf<Own> {
  readonly description: string;
  /** What its argument `input` is. */
  readonly argument: string;
  /** What the type of that argument is, which is named after the mutation, and the fields of it. */
  readonly input: string;
  readonly fields: Own;
  /** What it answers, in a type that is also named after it. All of these fields are null if the request was refused. */
  readonly payload: Fields;
  /** What the field `errors` of its answer says. */
  readonly errors?: string;
  /**
   * @param once the caller's wish to have it carried out once; null without an Idempotency-Key
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
  class Declared {
    [name](given: ValuesOf<Own>, context: HttpContext, info: GraphQLResolveInfo) {
      return orErrors(() => run(given, context, () => onceOf(context, name, given), info));
    }
  }
  const { prototype } = Declared;
  Arg('input', () => input, { description: own.argument })(prototype, name, 0);
  Ctx()(prototype, name, 1);
  Info()(prototype, name, 2);
  Mutation(() => payload, { description: own.description })(prototype, name, {});
  Resolver()(Declared);
}

/** Runs a use case for a payload: its result, or the refusals that it ended with. */
export async function orErrors<T extends object>(work: () => Promise<T>): Promise<Partial<T> & { errors: Refusal[] }> {
  try {
    return { ...(await work()), errors: [] };
  } catch (error) {
    if (error instanceof Refused) return { errors: [...error.refusals] } as Partial<T> & { errors: Refusal[] };
    throw error;
  }
}
