import type { Json } from '@openladder/rating';
import { type Refusal, refuse, shown } from '../kit/refusal.js';

/** Other facts about a match, such as its map or a link to its replay: a JSON object that no rater reads. */
export type MatchDetails = { readonly [key: string]: Json };

/** Bytes of JSON in UTF-8. */
const MAX_BYTES = 2_048;
/** The object itself is level 1. */
const MAX_DEPTH = 4;
/** PostgreSQL keeps neither in JSON. */
const UNSTORABLE = /\0|\p{Cs}/u;

type Path = readonly (string | number)[];

/**
 * Checks the details of a match.
 * @returns them as plain JSON, or null if there are none, or the first rule that they break
 */
export function checkDetails(value: unknown, path: Path): MatchDetails | null | Refusal {
  if (value == null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    return refuse('DETAILS_OBJECT', path, { value: shown(value) });
  }
  const problem = problemIn(value, path, 1);
  if (problem) return problem;
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    return refuse('DETAILS_BYTES', path, { max: MAX_BYTES, length: bytes });
  }
  return JSON.parse(text) as MatchDetails;
}

/** @param depth the level of `value`, if it has parts */
function problemIn(value: unknown, path: Path, depth: number): Refusal | undefined {
  if (typeof value === 'string') return textProblem(value, path);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return refuse('DETAILS_FINITE', path, { value });
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return refuse('DETAILS_DEPTH', path, { max: MAX_DEPTH, value: shown(value) });
  for (const [key, part] of Object.entries(value)) {
    const problem = textProblem(key, path) ?? problemIn(part, [...path, key], depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

function textProblem(text: string, path: Path): Refusal | undefined {
  if (!UNSTORABLE.test(text)) return undefined;
  return refuse('DETAILS_TEXT', path, { value: shown(text) });
}

/** Equal for equal details, in whatever order their keys are. Objects become lists, because a key may be `__proto__`. */
export function canonicalDetails(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(canonicalDetails);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return { entries: entries.map(([key, part]) => [key, canonicalDetails(part)]) };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
