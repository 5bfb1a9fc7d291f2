import { type Formats, type Rater, RaterFault } from '@openladder/rating';
import { type Refusal, refuse } from '../kit/refusal.js';
import type { RaterChoice, SettingValues } from '../raters/rating-system.js';

/** Players on each side. */
interface Shape {
  readonly sides: readonly { readonly participants: { readonly length: number } }[];
}

/**
 * Whether the league's rating system can rate a match of this shape. If another value of one setting would allow it, the refusal names
 * that.
 */
export function checkFormat(
  rater: Rater,
  settings: SettingValues,
  match: Shape,
  path: readonly (string | number)[],
): Refusal | undefined {
  const problem = problemOf(rater.formats(settings), match);
  if (!problem) return undefined;
  const at = [...path, ...problem.path];
  const { field, min, max, count } = problem;
  const values = { field, ratingSystem: rater.key, count };
  for (const { setting, formats } of otherFormats({ rater, settings })) {
    if (problemOf(formats, match)) continue;
    if (max === null) return refuse('FORMAT_MIN_WITHOUT', at, { ...values, min, setting });
    if (min === max) return refuse('FORMAT_EXACT_WITHOUT', at, { ...values, exactly: min, setting });
    return refuse('FORMAT_RANGE_WITHOUT', at, { ...values, min, max, setting });
  }
  if (max === null) return refuse('FORMAT_MIN', at, { ...values, min });
  if (min === max) return refuse('FORMAT_EXACT', at, { ...values, exactly: min });
  return refuse('FORMAT_RANGE', at, { ...values, min, max });
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly field: string;
  readonly min: number;
  /** Null: no limit. */
  readonly max: number | null;
  readonly count: number;
}

function problemOf(
  { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide }: Formats,
  match: Shape,
): Problem | undefined {
  const sides = match.sides.length;
  if (sides < minSides || sides > (maxSides ?? sides)) {
    return { path: ['sides'], field: 'sides', min: minSides, max: maxSides, count: sides };
  }
  for (const [index, { participants }] of match.sides.entries()) {
    const count = participants.length;
    if (count >= minPlayersPerSide && count <= (maxPlayersPerSide ?? count)) continue;
    const path = ['sides', index, 'participants'];
    return { path, field: 'participants', min: minPlayersPerSide, max: maxPlayersPerSide, count };
  }
  return undefined;
}

/** The formats of a rating system with another value of one setting, for each setting with a list of values. */
export function* otherFormats({ rater, settings }: RaterChoice): Generator<{ setting: string; formats: Formats }> {
  for (const [name, schema] of Object.entries(rater.settings.properties)) {
    for (const value of schema.enum ?? (schema.type === 'boolean' ? [false, true] : [])) {
      const formats = value === settings[name] ? undefined : formatsWith(rater, { ...settings, [name]: value });
      if (formats) yield { setting: `${name}: ${value}`, formats };
    }
  }
}

/** Undefined if the settings contradict each other, or a third party's rater fails on them. */
function formatsWith(rater: Rater, settings: SettingValues): Formats | undefined {
  try {
    return (rater.checkSettings?.(settings) ?? []).length > 0 ? undefined : rater.formats(settings);
  } catch (error) {
    if (error instanceof RaterFault) return undefined;
    throw error;
  }
}
