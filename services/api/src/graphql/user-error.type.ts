import { Field, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { type Refusal, type RefusalCode, Refused } from '../kit/refusal.js';

const TYPE_NAMES: Record<RefusalCode, string> = {
  BAD_INPUT: 'BadInputError',
  BAD_SETTINGS: 'BadSettingsError',
  OUT_OF_WINDOW: 'OutOfWindowError',
  LATE_MATCH: 'LateMatchError',
  IDEMPOTENCY_MISMATCH: 'IdempotencyMismatchError',
  TAKEN: 'TakenError',
  UNKNOWN_PLAYER: 'UnknownPlayerError',
  RATER_FAILED: 'RaterFailedError',
  RATER_MISSING: 'RaterMissingError',
  STALE_VERSION: 'StaleVersionError',
  CONFLICT: 'ConflictError',
  UNRATABLE_MATCHES: 'UnratableMatchesError',
};

const UserErrorCode = Object.fromEntries(Object.keys(TYPE_NAMES).map((code) => [code, code]));
registerEnumType(UserErrorCode, {
  name: 'UserErrorCode',
  description: 'The stable names of expected failures.',
  valuesConfig: {
    BAD_INPUT: { description: 'A field breaks a rule that the message names.' },
    BAD_SETTINGS: { description: 'No such rating system, or settings that break its schema.' },
    OUT_OF_WINDOW: { description: "A match played in the future, or before the league's opening." },
    LATE_MATCH: { description: 'A match played before the newest rated one.' },
    IDEMPOTENCY_MISMATCH: { description: 'An external id or Idempotency-Key that was used before, for other content.' },
    TAKEN: { description: 'A name that must be unique, and is taken.' },
    UNKNOWN_PLAYER: { description: 'A player who has never been in the league; the message offers known handles.' },
    RATER_FAILED: { description: "The league's rater could not rate the match." },
    RATER_MISSING: { description: "The league's rater is not installed; its ratings can be read, and not changed." },
    STALE_VERSION: { description: 'The match was changed after you saw it; read it again.' },
    CONFLICT: { description: 'It cannot be done as things stand now; the message says what is in the way.' },
    UNRATABLE_MATCHES: { description: 'The league has matches that the rating system cannot rate.' },
  },
});

@InterfaceType({
  description: 'An expected failure: what was refused, by which rule, where in the input.',
  resolveType: (refusal: Refusal) => TYPE_NAMES[refusal.code],
})
export abstract class UserError {
  @Field(() => UserErrorCode, { description: 'Stable name of the failure, to branch on.' })
  readonly code!: RefusalCode;

  @Field(() => String, { description: 'One sentence for people: the field, the rule and the value received.' })
  readonly message!: string;

  @Field(() => [String], {
    description: 'Where in the arguments, for example `["input", "matches", "0", "playedAt"]`.',
  })
  readonly path!: readonly string[];
}

@ObjectType({ implements: UserError, description: 'A field breaks a rule that the message names.' })
class BadInputError extends UserError {}

@ObjectType({ implements: UserError, description: 'No such rating system, or settings that break its schema.' })
class BadSettingsError extends UserError {}

@ObjectType({ implements: UserError, description: "A match played in the future, or before the league's opening." })
class OutOfWindowError extends UserError {}

@ObjectType({ implements: UserError, description: 'A match played before the newest rated one.' })
class LateMatchError extends UserError {}

@ObjectType({
  implements: UserError,
  description: 'An external id or Idempotency-Key that was used before, for other content.',
})
class IdempotencyMismatchError extends UserError {}

@ObjectType({ implements: UserError, description: 'A name that must be unique, and is taken.' })
class TakenError extends UserError {}

@ObjectType({
  implements: UserError,
  description: 'A player who has never been in the league; the message offers known handles.',
})
class UnknownPlayerError extends UserError {}

@ObjectType({ implements: UserError, description: "The league's rater could not rate the match." })
class RaterFailedError extends UserError {}

@ObjectType({
  implements: UserError,
  description: "The league's rater is not installed; its ratings can be read, and not changed.",
})
class RaterMissingError extends UserError {}

@ObjectType({ implements: UserError, description: 'The match was changed after you saw it; read it again.' })
class StaleVersionError extends UserError {}

@ObjectType({ implements: UserError, description: 'It cannot be done as things stand now.' })
class ConflictError extends UserError {}

@ObjectType({ implements: UserError, description: 'The league has matches that the rating system cannot rate.' })
class UnratableMatchesError extends UserError {}

export const USER_ERROR_TYPES = [
  BadInputError,
  BadSettingsError,
  OutOfWindowError,
  LateMatchError,
  IdempotencyMismatchError,
  TakenError,
  UnknownPlayerError,
  RaterFailedError,
  RaterMissingError,
  StaleVersionError,
  ConflictError,
  UnratableMatchesError,
];

/** Runs a use case for a payload: what it answers, or the refusals that it ended with. */
export async function orErrors<T extends object>(work: () => Promise<T>): Promise<Partial<T> & { errors: Refusal[] }> {
  try {
    return { ...(await work()), errors: [] };
  } catch (error) {
    if (error instanceof Refused) return { errors: [...error.refusals] } as Partial<T> & { errors: Refusal[] };
    throw error;
  }
}
