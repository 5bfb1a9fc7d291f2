/** The least j for which the sum holds. */
export const FIRST = 10;
/** The sum is fitted for games that keep at least this part of their weight with each game against their opponent. */
export const MOST_DECAY = 0.98;

/**
 * 1 / sqrt(FIRST + k) is the sum of share * fade^k over these terms, with an error below 1.2e-10 * MOST_DECAY^-k for each k of at
 * least 0. The README says where the terms come from.
 */
export const INVERSE_ROOT: readonly (readonly [share: number, fade: number])[] = [
  [0.046801332883191896, 0.9995693930322288],
  [0.04712123459113889, 0.9960189743194471],
  [0.04731951465008335, 0.9883392360043012],
  [0.04650008434698431, 0.9752966005053695],
  [0.04340173732459784, 0.9548558840367388],
  [0.036830354372360354, 0.923981903114014],
  [0.026649861261881135, 0.8784476075083865],
  [0.014929305034995604, 0.8127782215243438],
  [0.005559881957356149, 0.7205387351341346],
  [0.0010569321361993892, 0.5950476950577442],
  [5.752745548498552e-5, 0.42888069146543056],
];
