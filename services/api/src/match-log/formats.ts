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
  let remedy = '';
  for (const { setting, formats } of otherFormats({ rater, settings })) {
    if (problemOf(formats, match)) continue;
    remedy = ` without ${setting}`;
    break;
  }
  const message = `${problem.field} must be ${problem.range} for ${rater.key}${remedy}, but is ${problem.found}`;
  return refuse('BAD_INPUT', [...path, ...problem.path], message);
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly field: string;
  readonly range: string;
  readonly found: number;
}

function problemOf(
  { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide }: Formats,
  match: Shape,
): Problem | undefined {
  const sides = match.sides.length;
  if (sides < minSides || sides > (maxSides ?? sides)) {
    return { path: ['sides'], field: 'number of sides', range: range(minSides, maxSides), found: sides };
  }
  for (const [index, { participants }] of match.sides.entries()) {
    const found = participants.length;
    if (found >= minPlayersPerSide && found <= (maxPlayersPerSide ?? found)) continue;
    const allowed = range(minPlayersPerSide, maxPlayersPerSide);
    return { path: ['sides', index, 'participants'], field: 'number of participants', range: allowed, found };
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

function range(least: number, most: number | null): string {
  if (most === null) return `${least} or more`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}
