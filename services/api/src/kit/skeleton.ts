import { CONFUSABLES } from './confusables.js';

/**
 * The skeletons of a name (UTS 39, 4), in small and in capital letters, because a handle may be shown in either. Names that share one of
 * them can be mistaken for each other.
 */
export interface Skeletons {
  readonly small: string;
  readonly capital: string;
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * The skeletons of a name. A name in ASCII is its own skeleton: people have always told `ann1` from `annl`, so no two such names look
 * alike.
 * @param key see `handleKey`
 */
export function skeletonsOf(key: string): Skeletons {
  if (ASCII.test(key)) return { small: key, capital: key };
  return { small: skeletonOf(key, 'l'), capital: skeletonOf(key.toUpperCase(), 'I') };
}

/** @param stroke the letter that looks like a single stroke: `l` among small letters, `I` among capitals */
function skeletonOf(text: string, stroke: 'l' | 'I'): string {
  const looks = Array.from(text.normalize('NFD'), (letter) => LOOKS.get(letter)?.replaceAll('l', stroke) ?? letter);
  return looks.join('').normalize('NFD').toLowerCase();
}

/** The look of each letter. UTS 39 replaces `m` by `rn`; here `m` stays `m`, as does everything that looks like it. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  CONFUSABLES.replaceAll(',\n', ',')
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [look, letters] = entry.split('=');
      const text = look!.split('+').map(character).join('').replaceAll('rn', 'm');
      return letters!.split(',').map((letter) => [character(letter), text] as const);
    }),
);

function character(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}
