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
