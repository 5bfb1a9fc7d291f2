import type { Rater } from '@openladder/rating';
import { type Refusal, refuse } from '../kit/refusal.js';
import type { Settings } from '../raters/rating-system.js';

/** How many stand on each side. */
interface Shape {
  readonly sides: readonly { readonly participants: { readonly length: number } }[];
}

/** Whether the league's rating system can rate a match of this shape. */
export function checkFormat(
  rater: Rater,
  settings: Settings,
  match: Shape,
  path: readonly (string | number)[],
): Refusal | undefined {
  const { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide } = rater.formats(settings);
  const sides = match.sides.length;
  if (sides < minSides || sides > (maxSides ?? sides)) {
    return refuse(
      'BAD_INPUT',
      [...path, 'sides'],
      `number of sides must be ${range(minSides, maxSides)} for ${rater.key}, but is ${sides}`,
    );
  }
  for (const [index, { participants }] of match.sides.entries()) {
    const players = participants.length;
    if (players >= minPlayersPerSide && players <= (maxPlayersPerSide ?? players)) continue;
    const rule = `must be ${range(minPlayersPerSide, maxPlayersPerSide)} for ${rater.key}`;
    return refuse(
      'BAD_INPUT',
      [...path, 'sides', index, 'participants'],
      `number of participants ${rule}, but is ${players}`,
    );
  }
  return undefined;
}

function range(least: number, most: number | null): string {
  if (most === null) return `${least} or more`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}
