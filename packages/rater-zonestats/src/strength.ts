/** Leads with a strength are nearer to 0 than this, because its relative error grows with the lead. */
export const GREATEST_LEAD = 32;

/** ln 2 in two parts: the first has so few digits that its multiples are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** Coefficients of fdlibm's e_exp.c: r (e^r + 1) / (e^r - 1) for |r| <= ln 2 / 2, in powers of r^2, after its 2. */
const P1 = 0.16666666666666602;
const P2 = -0.0027777777777015593;
const P3 = 0.00006613756321437934;
const P4 = -0.0000016533902205465252;
const P5 = 4.1381367970572385e-8;

/** The powers of 2 for these leads, from 2^-LEAST_POWER on. */
const LEAST_POWER = 47;
const POWERS = Float64Array.from({ length: 2 * LEAST_POWER + 1 }, (_, index) => 2 ** (index - LEAST_POWER));

/**
 * e^lead, exact to one unit in the last place. Unlike Math.exp, which may differ between engines, it has the
 * same bits everywhere. It has no branch that depends on the lead, which halves its cost in matches of many players.
 * Source: fdlibm, e_exp.c.
 * @param lead nearer to 0 than `GREATEST_LEAD`
 */
export function strengthOf(lead: number): number {
  const power = Math.floor(lead * Math.LOG2E + 0.5);
  const rest = lead - power * LN2_HIGH;
  const low = power * LN2_LOW;
  const r = rest - low;
  const square = r * r;
  const c = r - square * (P1 + square * (P2 + square * (P3 + square * (P4 + square * P5))));
  return (1 + (rest - (low - (r * c) / (2 - c)))) * POWERS[power + LEAST_POWER]!;
}
