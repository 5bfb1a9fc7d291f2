import type { Signal } from './signal.js';

/** Explains a signal in one sentence with its figures. It accuses nobody. */
export function signalReason(
  { kind, figures: f }: Pick<Signal, 'kind' | 'figures'>,
  player: string,
  others: readonly string[],
  submitter: string | null,
): string {
  const listed =
    others.length > 3 ? `${others.slice(0, 3).join(', ')} and ${others.length - 3} more` : others.join(', ');
  switch (kind) {
    case 'FEW_OPPONENTS':
      return `${player} has ${percent(f.share!)} of their points from ${count(f.opponents!, 'opponent')} who play little else (${listed}), in ${whole(f.games!)} of ${whole(f.allGames!)} matches.`;
    case 'ONE_SIDED_PAIR':
      return `${player} scored ${whole(f.score!)} in ${whole(f.games!)} matches against ${listed}; by what both did against others, ${f.expected!.toFixed(1)} was to be expected.`;
    case 'STREAK':
      return `${player} won ${whole(f.wins!)} matches in a row against ${count(f.opponents!, 'opponent')}; by their results until then, the chance of that was one in 10^${Math.floor(f.oneIn!)}.`;
    case 'CLUSTER':
      return `${player} and ${listed} play ${percent(f.inside!)} of their matches among themselves, and ${player} scored ${whole(f.score!)} in ${whole(f.games!)} of them.`;
    case 'SUBMITTER':
      return `${player} scored ${whole(f.score!)} in ${whole(f.games!)} matches that ${submitter ?? 'the command line'} reported, where ${f.expected!.toFixed(1)} was to be expected; in matches that others reported, ${whole(f.otherScore!)} of ${whole(f.otherGames!)}, where ${f.otherExpected!.toFixed(1)} was.`;
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function whole(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
