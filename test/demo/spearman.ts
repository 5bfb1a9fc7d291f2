/** Spearman's rank correlation of two lists without ties: 1 where they have the same order, -1 the opposite. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [ranksOfA, ranksOfB] = [ranks(a), ranks(b)];
  const squares = ranksOfA.reduce((sum, rank, index) => sum + (rank - ranksOfB[index]!) ** 2, 0);
  return 1 - (6 * squares) / (a.length * (a.length ** 2 - 1));
}

function ranks(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => sorted.indexOf(value));
}
