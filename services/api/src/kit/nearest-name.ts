/**
 * The known name that a misspelt one most likely stands for, or null when none is near: at most a third of its letters
 * may have to be changed.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  return nearNames(name, known, 1)[0] ?? null;
}

/**
 * The known names that a misspelt one may stand for, the nearest first: at most a third of its letters may have to be
 * changed. Upper and lower case are the same.
 */
export function nearNames(name: string, known: readonly string[], count: number): string[] {
  const most = Math.floor(name.length / 3);
  return known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** Letters to insert, delete or replace to make one text the other (Levenshtein 1966). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
