/** A set of whole numbers that mostly follow each other, such as sequences of matches: it takes the room of its gaps. */
export class SequenceSet {
  /** Stretches in ascending order, with gaps between them: from the first number up to, and without, the second. */
  readonly #stretches: [from: number, end: number][] = [];
  #size = 0;

  constructor(numbers: Iterable<number> = []) {
    for (const number of numbers) this.add(number);
  }

  /** @param text an `int4multirange` as PostgreSQL writes it, such as `{[1,501),[600,601)}` */
  static parse(text: string): SequenceSet {
    const set = new SequenceSet();
    for (const [, from, end] of text.matchAll(/\[(\d+),(\d+)\)/g)) {
      set.#stretches.push([Number(from), Number(end)]);
      set.#size += Number(end) - Number(from);
    }
    return set;
  }

  get size(): number {
    return this.#size;
  }

  /** As an `int4multirange`. */
  toString(): string {
    return `{${this.#stretches.map(([from, end]) => `[${from},${end})`).join(',')}}`;
  }

  has(number: number): boolean {
    const stretch = this.#stretches[this.#behind(number) - 1];
    return stretch !== undefined && number < stretch[1];
  }

  /** @returns false if it is in the set already */
  add(number: number): boolean {
    if (this.has(number)) return false;
    const place = this.#behind(number);
    const [before, after] = [this.#stretches[place - 1], this.#stretches[place]];
    const joinsBefore = before?.[1] === number;
    const joinsAfter = after?.[0] === number + 1;
    if (joinsBefore && joinsAfter) {
      before[1] = after[1];
      this.#stretches.splice(place, 1);
    } else if (joinsBefore) before[1]++;
    else if (joinsAfter) after[0]--;
    else this.#stretches.splice(place, 0, [number, number + 1]);
    this.#size++;
    return true;
  }

  /** How many stretches begin at this number or before it. */
  #behind(number: number): number {
    let [low, high] = [0, this.#stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#stretches[middle]![0] <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
