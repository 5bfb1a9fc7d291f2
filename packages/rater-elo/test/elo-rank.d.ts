declare module 'elo-rank' {
  export default class EloRank {
    constructor(k: number);
    getExpected(own: number, other: number): number;
    /** Rounded. */
    updateRating(expected: number, actual: number, rating: number): number;
  }
}
