import { type ClassType, Field, ObjectType } from 'type-graphql';
import { type Refusal, Refused } from '../kit/refusal.js';
import { UserError } from './user-error.type.js';

/** What a mutation answers: what it changed, and why it was refused. */
export interface Payload {
  readonly errors: readonly Refusal[];
}

/** Fields of a payload, each with its type and what it is. All are null if the request was refused. */
export type PayloadFields = Readonly<Record<string, readonly [type: Parameters<typeof Field>[0], description: string]>>;

/**
 * Declares the type of what a mutation answers.
 * @param errors what its errors are
 */
export function payloadOf(
  mutation: string,
  fields: PayloadFields,
  errors = 'Why the request was refused; empty if it was accepted.',
): ClassType {
  class PayloadType {}
  for (const [name, [type, description]] of Object.entries(fields)) {
    Field(type as () => ClassType, { nullable: true, description })(PayloadType.prototype, name);
  }
  Field(() => [UserError], { description: errors })(PayloadType.prototype, 'errors');
  const name = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Payload`;
  ObjectType(name, { description: `Result of ${mutation}.`, simpleResolvers: true })(PayloadType);
  return PayloadType;
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
