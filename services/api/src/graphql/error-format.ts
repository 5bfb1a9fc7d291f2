import { RaterFault } from '@openladder/rating';
import { GraphQLError, type GraphQLFormattedError, isValueNode } from 'graphql';
import { AccessDenied } from '../access/access.js';
import { type NeedsSchema, writeRefusal } from '../database/schema-watch.js';
import { ResponseTooLarge } from '../kit/paging/response-size.js';
import { type Refusal, type RefusalCode, Refused } from '../kit/refusal.js';
import { isReadOnly, unavailability } from '../kit/sql/database-away.js';
import { FellBehind } from '../live/follow-league.js';

/** Every `extensions.code` of a top-level error, besides those of UserError. See schema/README.md. */
export const ERROR_CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_INPUT',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'TOO_COSTLY',
  'RATE_LIMITED',
  'TOO_MANY_SUBSCRIPTIONS',
  'FELL_BEHIND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_FOUND',
  'READ_ONLY',
  'UNAVAILABLE',
  'RATER_MISSING',
  'RATER_FAILED',
  'INTERNAL_SERVER_ERROR',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error with a code. @param headers of the answer, beside its status */
export function coded(
  code: ErrorCode,
  message: string,
  status?: number,
  headers: Readonly<Record<string, string>> = {},
): GraphQLError {
  const http = status && { status, headers: new Map(Object.entries(headers)) };
  return new GraphQLError(message, { extensions: { code, ...(http && { http }) } });
}

/** Apollo's codes for mistakes of callers, translated to ours. */
const CODES: Readonly<Record<string, ErrorCode>> = { BAD_USER_INPUT: 'BAD_INPUT' };

/** Why nothing can be written on a standby. */
export const READ_ONLY =
  'This server is read-only because its database is a standby. Send mutations to a server on the primary.';

/** The message for callers if the error's own is not for them. */
const OWN_MESSAGES: Readonly<Partial<Record<ErrorCode | RefusalCode, string>>> = {
  INTERNAL_SERVER_ERROR: 'Internal error; it was logged.',
  READ_ONLY,
};

/** GraphQL's own messages repeat the received value in full. */
const MESSAGE_LENGTH = 500;

type AnyError = Pick<GraphQLFormattedError, 'extensions'>;

/** The error that was thrown, in a resolver or before any began, without GraphQL's wrapper. */
export function causeOf(thrown: unknown): unknown {
  return thrown instanceof GraphQLError ? (thrown.originalError ?? thrown) : thrown;
}

/**
 * The stable code of an error.
 * @param thrown the original error, if known
 * @param isStandby whether this process serves a standby, so that it never writes
 */
export function errorCode(formatted: AnyError, thrown: unknown, isStandby: boolean): ErrorCode | RefusalCode {
  const error = causeOf(thrown);
  if (error instanceof Refused) return error.refusals[0]!.code;
  if (error instanceof AccessDenied) return error.code;
  if (error instanceof FellBehind) return 'FELL_BEHIND';
  if (error instanceof ResponseTooLarge) return 'TOO_COSTLY';
  if (error instanceof RaterFault) return 'RATER_FAILED';
  if (isStandby && isReadOnly(error)) return 'READ_ONLY';
  if (unavailability(error)) return 'UNAVAILABLE';
  // GraphQL's errors about variables, to which Apollo gives no code.
  if ((error as Error | null)?.message?.startsWith('Too many errors processing variables')) return 'BAD_INPUT';
  if (misfittingArgument(error) !== undefined) return 'BAD_INPUT';
  const code = String(formatted.extensions?.code);
  return CODES[code] ?? ERROR_CODES.find((known) => known === code) ?? 'INTERNAL_SERVER_ERROR';
}

export function isUnavailable({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.code === 'UNAVAILABLE';
}

/** Seconds until a retry makes sense, if a response says that something is unavailable; otherwise undefined. */
export function retryAfterOf(errors: readonly GraphQLFormattedError[]): number | undefined {
  const seconds = errors.filter(isUnavailable).map(({ extensions }) => Number(extensions?.retryAfter ?? 1));
  return seconds.length > 0 ? Math.max(...seconds) : undefined;
}

export function isOwnFault({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.code === 'INTERNAL_SERVER_ERROR';
}

/**
 * Makes the errors of a response: a stable `extensions.code`, no SQL, no stack. Our own faults are reported as such.
 * @param app says whether this process serves a standby, and why it is incompatible with the database's schema, which explains unknown
 *   failures
 */
export function formatError(
  formatted: GraphQLFormattedError,
  thrown: unknown,
  app: NeedsSchema & { readonly isStandby: boolean },
): GraphQLFormattedError {
  const { locations, path } = formatted;
  const error = causeOf(thrown);
  const code = errorCode(formatted, thrown, app.isStandby);
  const unavailable =
    code === 'UNAVAILABLE' ? unavailability(error) : code === 'INTERNAL_SERVER_ERROR' ? writeRefusal(app) : null;
  if (unavailable) {
    const { message, retryAfter } = unavailable;
    return { message, locations, path, extensions: { code: 'UNAVAILABLE', retryAfter } };
  }
  const misfit = misfittingArgument(error);
  const place = misfit === undefined ? placeInDocument(formatted) : { argument: [misfit] };
  const hint =
    misfit !== undefined && !formatted.message.endsWith(' null.') ? ' A variable in it must not be null.' : '';
  const message = OWN_MESSAGES[code] ?? `${shortened(formatted.message)}${hint}`;
  return { message, locations, path, extensions: { code, ...place, ...refusedOf(error) } };
}

/** The argument that a variable does not fit because it is null: if there is a default, GraphQL notices only at the field. */
function misfittingArgument(error: unknown): string | undefined {
  const node = error instanceof GraphQLError && error.nodes?.[0];
  return node && isValueNode(node) ? /^Argument "(\w+)"/.exec(error.message)?.[1] : undefined;
}

/** The place of a variable's wrong value, if the error is about one. */
function placeInDocument({ extensions }: AnyError): { argument?: unknown; externalId?: unknown } {
  const { argument, externalId } = extensions ?? {};
  return { ...(argument !== undefined && { argument }), ...(externalId !== undefined && { externalId }) };
}

/** The argument that was refused, if it was one, and the rule. */
function refusedOf(error: unknown): Partial<Pick<Refusal, 'rule' | 'parameters'>> & { argument?: readonly string[] } {
  if (!(error instanceof Refused)) return {};
  const { rule, parameters, path } = error.refusals[0]!;
  return { ...(path.length > 0 && { argument: path }), rule, parameters };
}

/** A message of GraphQL's, cut to a length that can be sent and logged. */
export function shortened(message: string): string {
  return message.length > MESSAGE_LENGTH ? `${message.slice(0, MESSAGE_LENGTH)}…` : message;
}
