import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';
import { ID, registerEnumType } from 'type-graphql';
import type { NeedsSeal } from '../kit/needs.js';
import { checkReadable, refuseAny, UnreadableTime } from '../kit/refusal.js';
import type { PastMoment } from '../rating/rating.js';
import { type ComputedField, field } from './declare.js';
import { jsonProblem } from './limits/request-limits.js';

const json = GraphQLJSON.toConfig();

/** Any JSON value of a reasonable size. */
export const JsonScalar = new GraphQLScalarType({
  ...json,
  parseValue: (value) => reasonable(json.parseValue!(value)),
  parseLiteral: (node, variables) => reasonable(json.parseLiteral!(node, variables)),
});

function reasonable(value: unknown): unknown {
  const problem = jsonProblem(value);
  if (problem) throw new GraphQLError(problem);
  return value;
}

/** Lets an unreadable time through, so that one in a batch refuses its match and not the whole batch. */
function parse(value: unknown): Date {
  try {
    return GraphQLDateTimeISO.parseValue(value) as Date;
  } catch {
    return new UnreadableTime(value);
  }
}

/** A day of a calendar: YYYY-MM-DD. */
export const DayScalar = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date',
});

/** A moment: RFC 3339 with an offset, to the millisecond; returned in UTC. */
export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'A time in RFC 3339 format with an offset, for example `2026-11-20T12:00:00Z`; stored to the millisecond and returned in UTC.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (value as Date).toISOString(),
  parseValue: parse,
  parseLiteral: (node, variables) => parse(valueFromASTUntyped(node, variables)),
});

/** Declares an enum. @param values what each means @param storedAs if the names of its values differ from the stored ones */
export function enumOf<Value extends string, Stored extends string = Value>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
  storedAs = (value: Value) => value as string as Stored,
): { readonly [Each in Value]: Value extends Stored ? Each : Stored } {
  const entries = Object.entries(values) as [Value, string][];
  const own = Object.fromEntries(entries.map(([value]) => [value, storedAs(value)])) as never;
  const valuesConfig = Object.fromEntries(entries.map(([value, meaning]) => [value, { description: meaning }]));
  registerEnumType(own, { name, description, valuesConfig: valuesConfig as never });
  return own;
}

/**
 * Checks a time argument. The scalar lets unreadable times through, so that the refusal can name the argument.
 * @throws Refused
 */
export function checkTime(argument: string, time: Date | null | undefined): Date | undefined {
  if (time instanceof UnreadableTime) refuseAny(checkReadable(time, [argument]));
  return time ?? undefined;
}

/** The kinds of objects with global ids: the number of each, which ids carry and which never changes, and how many numbers its key has. */
const KINDS = {
  League: { number: 1, length: 1 },
  Player: { number: 2, length: 1 },
  Match: { number: 3, length: 2 },
  Rating: { number: 4, length: 2 },
  RatingChange: { number: 5, length: 4 },
  Token: { number: 6, length: 1 },
  Recompute: { number: 7, length: 1 },
  QueueTicket: { number: 8, length: 2 },
  // Of 62 bits, the upper ones first.
  AuditEntry: { number: 9, length: 2 },
  MatchImport: { number: 10, length: 2 },
  Webhook: { number: 12, length: 2 },
  WebhookDelivery: { number: 13, length: 3 },
  Comparison: { number: 14, length: 1 },
  IntegrityCheck: { number: 15, length: 1 },
} as const satisfies Record<string, { number: number; length: number }>;
export type NodeKind = keyof typeof KINDS;

const KIND_OF = new Map(Object.entries(KINDS).map(([kind, { number }]) => [number as number, kind as NodeKind]));

/** The name for sealing ids of past ratings. Lists, whose cursors are sealed likewise, have other names. */
const PAST_RATING = 'Rating';

export interface NodeKey {
  readonly kind: NodeKind;
  readonly key: readonly number[];
}

/** Numbers in a block, each of 31 bits; the highest bits hold the number of the kind. */
const WORDS = 4;
const HIGHEST = 2 ** 31;
const block = Buffer.alloc(4 * WORDS);

/** A global id, which hides its content and the number of objects from clients. */
export function nodeId({ seal }: NeedsSeal, kind: NodeKind, ...key: readonly number[]): string {
  const { number } = KINDS[kind];
  for (let word = 0; word < WORDS; word++) {
    const bit = (number >> word) & 1;
    block.writeUInt32BE((key[word] ?? 0) + bit * HIGHEST, 4 * word);
  }
  return seal.sealBlock(block);
}

/** The field with the global id of an object. @param keyOf the key of the object among those of its kind */
export function globalId<Own>(
  kind: NodeKind,
  keyOf: (own: Own) => readonly number[],
  description = 'Opaque global id.',
): ComputedField<Own> {
  return field(ID, description, (own: Own, { app }) => nodeId(app, kind, ...keyOf(own)));
}

/** The global id of a rating at a past moment: a different one for each moment, because no cache may take it for the current rating. */
export function pastRatingId({ seal }: NeedsSeal, leagueId: number, playerId: number, moment: PastMoment): string {
  const { asOf, asKnownAt } = moment;
  return seal.sealText(JSON.stringify([PAST_RATING, leagueId, playerId, asOf, asKnownAt]));
}

/** @returns null if the text is no such id */
export function parsePastRatingId({ seal }: NeedsSeal, id: string) {
  const [kind, leagueId, playerId, ...moment] = JSON.parse(seal.openText(id) ?? '[]');
  if (kind !== PAST_RATING) return null;
  const [asOf, asKnownAt] = moment.map((time: string | null) => time && new Date(time));
  return { leagueId, playerId, moment: { asOf, asKnownAt } } as const;
}

/** The global id of an audit entry. Its number may need more than 31 bits. */
export function auditEntryId(needs: NeedsSeal, id: number): string {
  return nodeId(needs, 'AuditEntry', Math.floor(id / HIGHEST), id % HIGHEST);
}

/** The number in an id of a kind whose key is one number; 0, which no object has, if the text is no such id. */
export function idNumber(needs: NeedsSeal, kind: NodeKind, id: string): number {
  return idNumbers(needs, kind, id)?.[0] ?? 0;
}

/** The key in an id of an object of a league; null if the text is no such id. */
export function leagueKey(needs: NeedsSeal, kind: NodeKind, id: string): { leagueId: number; id: number } | null {
  const key = idNumbers(needs, kind, id);
  return key && { leagueId: key[0]!, id: key[1]! };
}

/** The numbers in an id of a kind; null if the text is no such id. */
export function idNumbers(needs: NeedsSeal, kind: NodeKind, id: string): readonly number[] | null {
  const parsed = parseNodeId(needs, id);
  return parsed?.kind === kind ? parsed.key : null;
}

/** @returns null if the text is none of our ids */
export function parseNodeId({ seal }: NeedsSeal, id: string): NodeKey | null {
  const opened = seal.openBlock(id);
  if (!opened) return null;
  let number = 0;
  const words = Array.from({ length: WORDS }, (_, index) => {
    const word = opened.readUInt32BE(4 * index);
    if (word >= HIGHEST) number += 1 << index;
    return word % HIGHEST;
  });
  const kind = KIND_OF.get(number);
  if (!kind) return null;
  // Numbers that the kind does not use are 0, unlike in forged ids. A rating change uses all; a forged one does not exist.
  const { length } = KINDS[kind];
  return words.slice(length).every((word) => word === 0) ? { kind, key: words.slice(0, length) } : null;
}
