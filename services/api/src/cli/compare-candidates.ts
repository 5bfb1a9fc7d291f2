import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { RequestedSystem } from '../compare/compare-rating-systems.js';
import { shown } from '../kit/refusal.js';

/** Rating systems that one comparison may name. */
const MAX_CANDIDATES = 1000;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** From, to, and the step, which is 1 if omitted. */
const RANGE = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/;

/**
 * Reads what `--with` names, one rating system or, where settings have several values, one for each combination:
 * `timed-glicko`, `timed-glicko:deviationGrowth=1..16`, `timed-glicko:weighting=linear,none:initialRating=1200`,
 * `timed-glicko:{"deviationGrowth":4}`.
 * @throws InvalidArgumentError
 */
export function parseCandidates(text: string): RequestedSystem[] {
  const colon = text.indexOf(':');
  if (colon < 0) return [{ ratingSystem: text, settings: {} }];
  const ratingSystem = text.slice(0, colon);
  const given = text.slice(colon + 1);
  if (given.startsWith('{')) return [{ ratingSystem, settings: parseJson(() => given, shown(given)) }];
  let combinations: Record<string, unknown>[] = [{}];
  for (const part of given.split(':')) {
    const [, name, values] = /^(\w+)=([^=]+)$/.exec(part) ?? [];
    if (name === undefined) {
      throw new InvalidArgumentError(
        `${shown(part)} must look like deviationGrowth=4, with a colon before the next setting.`,
      );
    }
    const choices = values!.split(',').flatMap(parseValues);
    combinations = combinations.flatMap((settings) => choices.map((value) => ({ ...settings, [name]: value })));
    if (combinations.length > MAX_CANDIDATES) throw tooManySettings();
  }
  return combinations.map((settings) => ({ ratingSystem, settings }));
}

/**
 * Reads a JSON file of rating systems: `[{ "ratingSystem": "timed-glicko", "settings": { "deviationGrowth": 4 } }]`.
 * @throws InvalidArgumentError
 */
export function readCandidates(path: string): RequestedSystem[] {
  const listed = parseJson(() => readFileSync(path, 'utf8'), shown(path));
  if (!Array.isArray(listed) || !listed.every(isCandidate)) {
    throw new InvalidArgumentError('It must contain a list such as [{"ratingSystem":"timed-glicko","settings":{}}].');
  }
  if (listed.length > MAX_CANDIDATES) throw tooManySettings();
  return listed.map(({ ratingSystem, settings = {} }) => ({ ratingSystem, settings }));
}

/** A rating system as `--with` names it: `key:name=value`. */
export function candidateText(ratingSystem: string, settings: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(settings).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [ratingSystem, ...values].join(':');
}

function parseValues(text: string): unknown[] {
  const range = RANGE.exec(text);
  if (range) return valuesBetween(Number(range[1]), Number(range[2]), Number(range[3] ?? 1));
  if (NUMBER.test(text)) return [Number(text)];
  return [text === 'true' ? true : text === 'false' ? false : text];
}

function valuesBetween(from: number, to: number, step: number): number[] {
  // Rounding in the last place of a double must not lose the last step.
  const steps = Math.floor((to - from) / step + 1e-9);
  if (!(steps >= 0)) throw new InvalidArgumentError('A range must go upwards, such as 1..16 or 0.85..1/0.05.');
  if (steps >= MAX_CANDIDATES) throw tooManySettings();
  return Array.from({ length: steps + 1 }, (_, index) => Number((from + index * step).toPrecision(12)));
}

function isCandidate(value: unknown): value is { ratingSystem: string; settings?: unknown } {
  return (
    typeof value === 'object' && value !== null && 'ratingSystem' in value && typeof value.ratingSystem === 'string'
  );
}

function parseJson(read: () => string, what: string): unknown {
  try {
    return JSON.parse(read());
  } catch (error) {
    const kind = error instanceof SyntaxError ? 'JSON' : 'a file';
    throw new InvalidArgumentError(`${what} must be ${kind}: ${(error as Error).message}`);
  }
}

function tooManySettings(): InvalidArgumentError {
  return new InvalidArgumentError(`A comparison can have at most ${MAX_CANDIDATES} rating systems.`);
}
