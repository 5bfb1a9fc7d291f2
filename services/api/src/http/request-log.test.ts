import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { logErrors, logRefusals } from './request-log.js';

/** A log that keeps its lines. */
function kept() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: { info: (fields: Record<string, unknown>) => lines.push(fields) } as never };
}

const stale = (n: number) => ({ code: 'STALE_VERSION', message: 'stale', path: ['input', 'matches', String(n)] });
const thousand = Array.from({ length: 1_000 }, (_, n) => n);

describe('of a thousand failures, the log has the number and the first ten', () => {
  test('if a mutation is refused', () => {
    const { lines, log } = kept();
    logRefusals({ voidMatches: { errors: thousand.map(stale) } }, log);
    expect(lines).toEqual([{ field: 'voidMatches', count: 1_000, refusals: thousand.slice(0, 10).map(stale) }]);
  });

  test('if matches are rejected', () => {
    const { lines, log } = kept();
    logRefusals({ submitMatches: { results: thousand.map((n) => ({ error: stale(n) })) } }, log);
    const rejections = thousand.slice(0, 10).map((n) => ({ error: stale(n) }));
    expect(lines).toEqual([{ field: 'submitMatches', count: 1_000, rejections }]);
  });

  test('if a request is refused, with messages of a bounded length', () => {
    const { lines, log } = kept();
    const errors = thousand.map(() => new GraphQLError('x'.repeat(10_000), { extensions: { code: 'BAD_INPUT' } }));
    logErrors(log, { metrics: { errors: { inc: () => undefined } } as never, isStandby: false }, errors);
    expect(lines).toMatchObject([{ count: 1_000, errors: Array(10).fill({ code: 'BAD_INPUT' }) }]);
    expect(JSON.stringify(lines).length).toBeLessThan(10_000);
  });
});
