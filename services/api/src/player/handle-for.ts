import { checkHandle } from './handle.js';

const LONGEST = 64;

/** Apostrophes of all kinds, and what nobody sees (zero-width characters). */
const DROPPED = /['‘’`´\p{Cf}]/gu;
const FOREIGN = /[^\p{L}\p{M}\p{Nd}_.-]+/gu;
/** A handle begins with a letter, a digit or `_`, and does not end with a replacement of a blank. */
const EDGES = /^[^\p{L}\p{Nd}_]+|[^\p{L}\p{M}\p{Nd}_.-]+$/gu;

/** Whether the text is a handle as it stands. */
export function isHandle(text: string): boolean {
  return checkHandle(text, ['player']) === text;
}

/**
 * A readable handle for a name, always the same for the same name. A name that is a handle is kept. Otherwise stylistic
 * forms become plain letters (NFKC), apostrophes are dropped, and characters that a handle cannot have become `_` if a blank is
 * among them, or else `-`. Handles are cut to 64 characters. "Côte d'Ivoire" is `Côte_dIvoire`, "Saint-Martin
 * (FR)" is `Saint-Martin_FR`, "AC/DC" is `AC-DC`.
 * @returns undefined if the result is no handle: nothing is left, or it mixes letters of scripts that look alike
 */
export function handleFor(name: string): string | undefined {
  const composed = name.normalize().trim();
  if (isHandle(composed)) return composed;
  const slug = composed
    .normalize('NFKC')
    .replaceAll(DROPPED, '')
    .replaceAll(EDGES, '')
    .replaceAll(FOREIGN, (run) => (/\s/u.test(run) ? '_' : '-'));
  const handle = [...slug].slice(0, LONGEST).join('').normalize();
  return isHandle(handle) ? handle : undefined;
}
