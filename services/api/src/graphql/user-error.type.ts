import { Field, Float, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import type { Parameter, Refusal, RefusalCode } from '../kit/refusal.js';
import type { QuotaName } from '../league/quota.js';
import { DateTimeScalar, JsonScalar } from './scalars.js';

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
  ARCHIVED: 'ArchivedError',
  QUEUE_FULL: 'QueueFullError',
  UNRATABLE_MATCHES: 'UnratableMatchesError',
  QUOTA_EXCEEDED: 'QuotaExceededError',
};

const UserErrorCode = Object.fromEntries(Object.keys(TYPE_NAMES).map((code) => [code, code]));
registerEnumType(UserErrorCode, {
  name: 'UserErrorCode',
  description: 'Stable names of expected failures.',
  valuesConfig: {
    BAD_INPUT: { description: 'A field breaks the rule named in the message.' },
    BAD_SETTINGS: { description: 'The rating system does not exist, or the settings do not match its schema.' },
    OUT_OF_WINDOW: {
      description:
        "A time is outside the allowed range: the match was played in the future or before the league's opening.",
    },
    LATE_MATCH: { description: 'The match was played before the newest rated one.' },
    IDEMPOTENCY_MISMATCH: {
      description: 'The external id or Idempotency-Key was already used with different content.',
    },
    TAKEN: { description: 'The name must be unique and is already taken.' },
    UNKNOWN_PLAYER: { description: 'The player has never been in the league; the message suggests known handles.' },
    RATER_FAILED: { description: "The league's rater could not rate the match." },
    RATER_MISSING: { description: "The league's rater is not installed, so its ratings can be read but not changed." },
    STALE_VERSION: { description: 'The match has changed since you read it; read it again.' },
    CONFLICT: { description: 'The current state does not permit the request; the message says why.' },
    ARCHIVED: { description: 'The league is archived, so it can only be read until it is restored.' },
    QUEUE_FULL: { description: 'No opponent was found, and 500 players are already waiting in the queue.' },
    UNRATABLE_MATCHES: { description: 'The league has matches that the rating system cannot rate.' },
    QUOTA_EXCEEDED: { description: 'A quota of the league or of the token is used up; the message names it.' },
  },
});

const QuotaNameEnum = {
  LEAGUE_STORAGE: 'LEAGUE_STORAGE',
  LEAGUE_WORK: 'LEAGUE_WORK',
  TOKEN_STORAGE: 'TOKEN_STORAGE',
  TOKEN_WORK: 'TOKEN_WORK',
} as const satisfies Record<QuotaName, string>;
registerEnumType(QuotaNameEnum, {
  name: 'QuotaName',
  description: 'Limits of the operator that keep anyone from filling the disk or keeping the service busy.',
  valuesConfig: {
    LEAGUE_STORAGE: { description: "Bytes of a league's journal, including earlier revisions." },
    LEAGUE_WORK: {
      description: "Lines of a league's journal that late matches and corrections rate again, per hour.",
    },
    TOKEN_STORAGE: {
      description: "Bytes by which a token's matches and corrections make all journals grow, per day.",
    },
    TOKEN_WORK: {
      description: "Lines that a token's late matches and corrections rate again in all leagues, per hour.",
    },
  },
});

@InterfaceType({
  description: 'An expected failure: the refusal, the rule and the place in the input.',
  resolveType: (refusal: Refusal) => TYPE_NAMES[refusal.code],
})
export abstract class UserError {
  @Field(() => UserErrorCode, { description: 'Stable name of the failure, for code to branch on.' })
  readonly code!: RefusalCode;

  @Field(() => String, {
    description:
      'Stable name of the rule, for example `MAX_LENGTH`; it belongs to one code. `schema/rules.json` lists them, and later versions have more.',
  })
  readonly rule!: string;

  @Field(() => JsonScalar, {
    description:
      'Values of the rule\'s sentence by their names, for example `{ "field": "name", "max": 40, "length": 41 }`.',
  })
  readonly parameters!: Readonly<Record<string, Parameter>>;

  @Field(() => String, { description: 'A sentence for people: the field, the rule and the value received.' })
  readonly message!: string;

  @Field(() => [String], {
    description: 'Location in the arguments, for example `["input", "matches", "0", "playedAt"]`.',
  })
  readonly path!: readonly string[];
}

@ObjectType({ implements: UserError, description: 'A field breaks the rule named in the message.' })
class BadInputError extends UserError {}

@ObjectType({
  implements: UserError,
  description: 'The rating system does not exist, or the settings do not match its schema.',
})
class BadSettingsError extends UserError {}

@ObjectType({
  implements: UserError,
  description: "The match was played in the future or before the league's opening.",
})
class OutOfWindowError extends UserError {}

@ObjectType({ implements: UserError, description: 'The match was played before the newest rated one.' })
class LateMatchError extends UserError {}

@ObjectType({
  implements: UserError,
  description: 'The external id or Idempotency-Key was already used with different content.',
})
class IdempotencyMismatchError extends UserError {}

@ObjectType({ implements: UserError, description: 'The name must be unique and is already taken.' })
class TakenError extends UserError {}

@ObjectType({
  implements: UserError,
  description: 'The player has never been in the league; the message suggests known handles.',
})
class UnknownPlayerError extends UserError {}

@ObjectType({ implements: UserError, description: "The league's rater could not rate the match." })
class RaterFailedError extends UserError {}

@ObjectType({
  implements: UserError,
  description: "The league's rater is not installed, so its ratings can be read but not changed.",
})
class RaterMissingError extends UserError {}

@ObjectType({ implements: UserError, description: 'The match has changed since you read it; read it again.' })
class StaleVersionError extends UserError {}

@ObjectType({ implements: UserError, description: 'The current state does not permit the request.' })
class ConflictError extends UserError {}

@ObjectType({ implements: UserError, description: 'The league is archived, so it can only be read.' })
class ArchivedError extends UserError {}

@ObjectType({
  implements: UserError,
  description: 'No opponent was found, and 500 players are already waiting in the queue.',
})
class QueueFullError extends UserError {}

@ObjectType({ implements: UserError, description: 'The league has matches that the rating system cannot rate.' })
class UnratableMatchesError extends UserError {}

@ObjectType({ implements: UserError, description: 'A quota of the league or of the token is used up.' })
class QuotaExceededError extends UserError {
  @Field(() => QuotaNameEnum, { description: 'Which one.' })
  readonly quota!: QuotaName;

  @Field(() => Float, { description: 'How much is used: bytes of storage, or lines of journals rated again.' })
  readonly use!: number;

  @Field(() => Float, { description: 'How much may be used.' })
  readonly limit!: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the use of the quota goes back to 0; null if only the operator can raise it.',
  })
  readonly refillsAt!: Date | null;
}

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
  ArchivedError,
  QueueFullError,
  UnratableMatchesError,
  QuotaExceededError,
];
