import leven from 'leven';

/** The known name that a misspelt one most likely stands for, or null if none is near: at most a third of its letters may differ. */
export function nearestName(name: string, known: readonly string[]): string | null {
  return nearNames(name, known, 1)[0] ?? null;
}

/** The known names that a misspelt one may stand for, nearest first: at most a third of its letters may differ. Case is ignored. */
export function nearNames(name: string, known: readonly string[], count: number): string[] {
  const most = Math.floor(name.length / 3);
  return known
    .map((candidate) => ({ candidate, distance: leven(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}
