import leven from 'leven';

/**
 * The choice that was probably meant; case, blanks, `_` and `-` are ignored.
 * @returns undefined if none is near: more than a third of the letters would have to change
 */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const distance = leven(plain(word), plain(choice));
    if (distance < least) {
      best = choice;
      least = distance;
    }
  }
  const letters = plain(word).length;
  return least < letters && least <= Math.max(1, letters / 3) ? best : undefined;
}

/** ` (did you mean "…"?)`, or nothing. */
export function didYouMean(word: string, choices: readonly string[]): string {
  const guess = nearest(word, choices);
  return guess === undefined ? '' : ` (did you mean "${guess}"?)`;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}
