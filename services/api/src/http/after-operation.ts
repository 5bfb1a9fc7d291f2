import type { HttpContext, Operation } from '../graphql/http-context.js';
import type { Log } from '../kit/log.js';
import type { CacheableCheck } from './cacheable-fields.js';
import { countFields } from './count-fields.js';

interface Result {
  readonly data?: object | null | undefined;
  readonly errors?: readonly object[] | undefined;
}

/** Looks at a response before it is sent. */
export type AfterOperation = (asked: Operation, answer: Result, context: HttpContext) => void;

/** Makes a function that logs expected failures and records the outcome of the operation. */
export function createAfterOperation(isCacheable: CacheableCheck): AfterOperation {
  return (asked, { data, errors }, { request, outcome }) => {
    const { document, operation } = asked;
    if (outcome.isOpen) outcome.fields = countFields(data ?? {});
    if (operation.operation === 'mutation') logRefusals(data ?? {}, request.log);
    if (errors) return;
    outcome.operation = asked;
    // A league that does not exist may be created.
    const isWhole = Object.values(data ?? {}).every((value) => value !== null);
    outcome.isCacheable = isWhole && !outcome.hasStandIn && isCacheable(document, operation);
  };
}

/** A mistake of a bot may be in each of a thousand matches. */
const LOGGED_REJECTIONS = 10;

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Expected failures are data of the response; their codes are known here only if the caller selected them. */
function logRefusals(data: object, log: Log): void {
  for (const [field, payload] of Object.entries(data)) {
    const { errors, results } = (payload ?? {}) as { errors?: unknown; results?: unknown };
    const refusals = asArray(errors);
    const rejections = asArray(results).filter((result) => (result as { error?: unknown } | null)?.error);
    if (refusals.length > 0) log.info({ field, refusals }, 'A mutation was refused');
    if (rejections.length === 0) continue;
    const first = rejections.slice(0, LOGGED_REJECTIONS);
    log.info({ field, count: rejections.length, rejections: first }, 'Matches were rejected');
  }
}
