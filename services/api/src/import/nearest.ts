/**
 * The one of the choices that was probably meant, without regard to case, blanks, `_` and `-`.
 * @returns undefined where none is near: more than a third of the letters would have to change
 */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const distance = editDistance(plain(word), plain(choice));
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

/** Levenshtein's distance: single letters added, dropped or changed. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, above[column]! + 1, current[column - 1]! + 1));
    }
    above = current;
  }
  return above[b.length]!;
}
