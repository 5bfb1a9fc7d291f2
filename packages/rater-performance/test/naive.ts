import type { Game, Variant, WeightSettings } from '../src/index.js';

/** The weights by the table of the variants, game by game with nothing shared: slow and simple. */
export function naiveWeights(games: readonly Game[], variant: Variant, settings: WeightSettings): number[] {
  return games.map((_, index) => naiveWeight(games, index, variant, settings));
}

function naiveWeight(games: readonly Game[], index: number, variant: Variant, settings: WeightSettings): number {
  const { decay, scaleCap } = settings;
  const { opponent, days } = games[index]!;
  const i = index + 1;
  const n = games.filter((game) => game.opponent === opponent).length;
  const j = games.slice(0, i).filter((game) => game.opponent === opponent).length;
  const newer = games.slice(0, index).map((game) => game.opponent);
  const others = new Set(newer.filter((other) => other !== opponent)).size;

  if (variant === 'p1' || variant === 'p2') return 1;
  if (variant === 'p3') return decay ** (i - 1);
  if (variant === 'p4') return decay ** (i - 1) / Math.sqrt(n);
  if (variant === 'p5') return decay ** (i - 1) / Math.sqrt(j);
  if (variant === 'p6') return decay ** Math.max(j - 1, Math.min(i - 1, days)) / Math.sqrt(j);
  let whole = 0;
  for (let m = 0; m < n; m++) whole += decay ** m;
  return (decay ** (j - 1) / whole) * Math.min(Math.sqrt(n), scaleCap) * decay ** others;
}

/** The rating by halving an interval far wider than any rating, until it can't be halved. */
export function naiveRating(games: readonly Game[], variant: Variant, settings: WeightSettings): number {
  const weights = naiveWeights(games, variant, settings);
  const terms = games.map(({ rating, result }, index) => ({
    rating,
    result: result as number,
    weight: weights[index]!,
  }));
  const draw = { rating: variant === 'p8' ? 1500 : 0, result: 0.5, weight: settings.fictitiousWeight };
  if (variant !== 'p1') terms.push(draw);
  if (variant === 'p8') terms.push(draw);

  if (terms.every(({ result }) => result === 1)) return Number.POSITIVE_INFINITY;
  if (terms.every(({ result }) => result === 0)) return Number.NEGATIVE_INFINITY;
  const surplus = (rating: number) =>
    terms.reduce((sum, term) => sum + term.weight * (term.result - 1 / (1 + 10 ** ((term.rating - rating) / 400))), 0);
  let low = -20_000;
  let high = 20_000;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (surplus(middle) > 0) low = middle;
    else high = middle;
  }
}
