import { CONFUSABLES } from './confusables.js';

/**
 * Letters whose full case folding is not their lower case: CaseFolding.txt, C and F, on text in lower case and NFD. Unicode's stability
 * policy lets these never change. Lower case does the rest; Cherokee goes the other way there, which makes no difference.
 */
const FOLDED: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ς', 'σ'],
  ['\u0345', 'ι'],
  ['\u1C80', 'в'],
  ['\u1C81', 'д'],
  ['\u1C82', 'о'],
  ['\u1C83', 'с'],
  ['\u1C84', 'т'],
  ['\u1C85', 'т'],
  ['\u1C86', 'ъ'],
  ['\u1C87', 'ѣ'],
  ['\u1C88', 'ꙋ'],
]);

/** The letters above, in NFC. */
const FOLDABLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the combining mark is one of the letters that are looked for
  /[ßς\u0345\u1C80-\u1C88\u1F80-\u1F87\u1F90-\u1F97\u1FA0-\u1FA7\u1FB2-\u1FB4\u1FB7\u1FC2-\u1FC4\u1FC7\u1FF2-\u1FF4\u1FF7]/;

/** The form that makes two texts the same but for case: Unicode's full case folding, in NFC. */
export function foldedName(text: string): string {
  const lower = text.normalize('NFC').toLowerCase().normalize('NFC');
  if (!FOLDABLE.test(lower)) return lower;
  return Array.from(lower.normalize('NFD'), (letter) => FOLDED.get(letter) ?? letter)
    .join('')
    .normalize('NFC');
}

/** Letters that have no accent for NFKD, and what people write for them; as in the database's function plain_name. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};

/** A name without case and accents, by which people look for it where they can't type them: Łukasz Müller is `lukasz muller`. */
export function plainName(text: string): string {
  return foldedName(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[łøđðıςßæœþ]/g, (letter) => PLAIN[letter]!);
}

/**
 * The skeletons of a name (UTS 39, 4), in small and in capital letters, because a handle may be shown in either, and as typed. Names that
 * share one of them can be mistaken for each other.
 */
export interface Skeletons {
  readonly small: string;
  readonly capital: string;
  /** Here `I`, `l` and `1` are one letter, and so are `O` and `0`; but `o` is not `0`. */
  readonly typed: string;
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * The skeletons of a name. A name in ASCII is its own skeleton in small and in capital letters, because no two small letters of ASCII look
 * alike, and no two capitals. Digits that look like letters are a matter of the skeleton as typed.
 * @param key see `handleKey`
 * @param name as typed
 */
export function skeletonsOf(key: string, name: string): Skeletons {
  const typed = typedSkeletonOf(name);
  if (ASCII.test(key)) return { small: key, capital: key, typed };
  return { small: skeletonOf(key, 'l'), capital: skeletonOf(key.toUpperCase(), 'I'), typed };
}

/** A text in which names stand in the same order however they are typed: of names in ASCII that look alike, it is the same. */
export function skeletonOrder({ small }: Skeletons): string {
  return small.replace(/[i1]/g, 'l').replaceAll('0', 'o');
}

/** As TYPED_ASCII in SQL, where the name is in ASCII. */
function typedSkeletonOf(name: string): string {
  const plain = name.replace(/[I1]/g, 'l').replaceAll('0', 'O');
  if (ASCII.test(name)) return plain;
  return Array.from(plain.normalize('NFD'), (letter) => LOOKS.get(letter) ?? letter)
    .join('')
    .normalize('NFD');
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
