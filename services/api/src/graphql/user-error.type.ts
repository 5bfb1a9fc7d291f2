import { type ClassType, Float, InterfaceType, ObjectType } from 'type-graphql';
import type { Refusal, RefusalCode } from '../kit/refusal.js';
import type { QuotaName } from '../league/quota.js';
import { classOf, field, optional } from './declare.js';
import { DateTimeScalar, enumOf, JsonScalar } from './scalars.js';

/** The meaning of each refusal code. Each has a type named after it. */
const CODES: Readonly<Record<RefusalCode, string>> = {
  BAD_INPUT: 'A field breaks the rule named in the message.',
  BAD_SETTINGS: 'The rating system does not exist, or the settings do not match its schema.',
  OUT_OF_WINDOW:
    "A time is outside the allowed range: the match was played in the future or before the league's opening.",
  LATE_MATCH: 'The match was played before the newest rated one.',
  IDEMPOTENCY_MISMATCH: 'The external id or Idempotency-Key was already used with different content.',
  TAKEN: 'The name must be unique and is already taken.',
  UNKNOWN_PLAYER: 'The player has never been in the league; the message suggests known handles.',
  RATER_FAILED: "The league's rater could not rate the match.",
  RATER_MISSING: "The league's rater is not installed, so its ratings can be read but not changed.",
  STALE_VERSION: 'The match has changed since you read it; read it again.',
  CONFLICT: 'The current state does not permit the request; the message says why.',
  ARCHIVED: 'The league is archived, so it can only be read until it is restored.',
  QUEUE_FULL: 'No opponent was found, and 500 players are already waiting in the queue.',
  UNRATABLE_MATCHES: 'The league has matches that the rating system cannot rate.',
  QUOTA_EXCEEDED: 'A quota of the league or of the token is used up; the message names it.',
};

/** `BAD_INPUT` has the type `BadInputError`. */
function typeNameOf(code: string): string {
  const words = code.split('_').map((word) => word[0] + word.slice(1).toLowerCase());
  return `${words.join('')}Error`;
}

const UserErrorCode = enumOf('UserErrorCode', 'Stable names of expected failures.', CODES);

const QuotaNameEnum = enumOf<QuotaName>(
  'QuotaName',
  'Limits of the operator that keep anyone from filling the disk or keeping the service busy.',
  {
    LEAGUE_STORAGE: "Bytes of a league's journal, including earlier revisions.",
    LEAGUE_WORK: "Lines of a league's journal that late matches and corrections rate again, per hour.",
    TOKEN_STORAGE: "Bytes by which a token's matches and corrections make all journals grow, per day.",
    TOKEN_WORK: "Lines that a token's late matches and corrections rate again in all leagues, per hour.",
  },
);

/** Fields of every refusal. */
export const UserError = classOf({
  code: field(UserErrorCode, 'Stable name of the failure, for code to branch on.'),
  rule: field(
    String,
    'Stable name of the rule, for example `MAX_LENGTH`; it belongs to one code. `schema/rules.json` lists them, and later versions have more.',
  ),
  parameters: field(
    JsonScalar,
    'Values of the rule\'s sentence by their names, for example `{ "field": "name", "max": 40, "length": 41 }`.',
  ),
  message: field(String, 'A sentence for people: the field, the rule and the value received.'),
  path: field([String], 'Location in the arguments, for example `["input", "matches", "0", "playedAt"]`.'),
});
InterfaceType('UserError', {
  description: 'An expected failure: the refusal, the rule and the place in the input.',
  resolveType: (refusal: Refusal) => typeNameOf(refusal.code),
})(UserError);

/** Additional fields of a used-up quota's error. */
const QUOTA = {
  quota: field(QuotaNameEnum, 'Which one.'),
  use: field(Float, 'How much is used: bytes of storage, or lines of journals rated again.'),
  limit: field(Float, 'How much may be used.'),
  refillsAt: optional(
    DateTimeScalar,
    'When the use of the quota goes back to 0; null if only the operator can raise it.',
  ),
};

/** A type for each code. */
export const USER_ERROR_TYPES: readonly ClassType[] = Object.entries(CODES).map(([code, description]) => {
  const type = classOf(code === 'QUOTA_EXCEEDED' ? QUOTA : {});
  ObjectType(typeNameOf(code), { implements: UserError, description })(type);
  return type;
});
