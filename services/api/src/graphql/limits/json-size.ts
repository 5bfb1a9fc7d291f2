/** JSON parsers recurse, and the stack is limited. */
const MAX_DEPTH = 32;
const MAX_VALUES = 1_000;
const MAX_NAME = 200;

/** Says in one sentence why a JSON value is too large; null if it is not. Does not recurse. */
export function jsonProblem(value: unknown): string | null {
  const rest: [value: unknown, depth: number][] = [[value, 0]];
  for (let count = 0; rest.length > 0; count++) {
    if (count > MAX_VALUES) return `JSON must have at most ${MAX_VALUES} values.`;
    const [next, depth] = rest.pop()!;
    if (typeof next !== 'object' || next === null) continue;
    if (depth === MAX_DEPTH) return `JSON must be nested at most ${MAX_DEPTH} levels deep.`;
    const inner = Object.entries(next);
    if (inner.length > MAX_VALUES) return `JSON must have at most ${MAX_VALUES} values.`;
    if (inner.some(([name]) => name.length > MAX_NAME))
      return `Names in JSON must be at most ${MAX_NAME} characters long.`;
    for (const [, below] of inner) rest.push([below, depth + 1]);
  }
  return null;
}
