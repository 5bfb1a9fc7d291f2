import { SequenceSet } from '../kit/sequence-set.js';
import type { Sql } from '../kit/sql/transaction.js';
import { listSubmittedBy } from '../match-log/imported-matches.repository.js';
import type { Accepted } from '../submission/batch.js';
import type { MatchImport } from './match-import.js';

/**
 * The matches that an import has added. A match that is replayed is one of them too if it came after the import began, from the same token
 * and by no other import: the process died after it was written and before that was recorded.
 */
export class AddedByImport {
  readonly #all: SequenceSet;
  /** Those that this process has come across, added by it or before. */
  readonly #seen = new SequenceSet();
  #told: number;

  constructor(
    private readonly sql: Sql,
    private readonly own: MatchImport,
  ) {
    this.#all = SequenceSet.parse(own.added ?? '');
    this.#told = this.#all.size;
  }

  async take(accepted: readonly Accepted[]): Promise<void> {
    const fresh = accepted.filter(({ replayed }) => !replayed);
    for (const { sequence } of fresh) this.#take(sequence);
    const replayed = accepted.filter(({ sequence }) => !this.#seen.has(sequence)).map(({ sequence }) => sequence);
    const unknown: number[] = [];
    for (const sequence of replayed) {
      if (this.#all.has(sequence)) this.#take(sequence);
      else if (sequence > (this.own.begunAfter ?? Number.POSITIVE_INFINITY)) unknown.push(sequence);
    }
    if (unknown.length === 0) return;
    const mine = await listSubmittedBy(this.sql, this.own, unknown, this.own.actorId);
    for (const sequence of mine) this.#take(sequence);
  }

  #take(sequence: number): void {
    this.#all.add(sequence);
    this.#seen.add(sequence);
  }

  /** How many of them this process has come across. */
  get seen(): number {
    return this.#seen.size;
  }

  /** How many were added since the last call, and all of them; null if nobody knows what an earlier version has added. */
  sinceTold(): { readonly accepted: number; readonly all: SequenceSet | null } {
    const accepted = this.#all.size - this.#told;
    this.#told = this.#all.size;
    return { accepted, all: accepted > 0 && this.own.begunAfter !== null ? this.#all : null };
  }
}
