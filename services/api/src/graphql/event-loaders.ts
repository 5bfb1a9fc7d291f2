import { type Access, ANONYMOUS } from '../access/access.js';
import { createLoaders, type LoaderNeeds, type Loaders } from './loaders.js';

/** The most events whose loaders are kept: live followers get the same events at nearly the same time. */
const KEPT = 50;

/** Loaders shared by the subscribers of an event. */
interface SharedEvent {
  /** The same key for everything that is to be read together. */
  readonly sharedAs: string;
  readonly leagueId: number;
}

/** The loaders of events: shared ones are kept for a while, others are used once. */
export class EventLoaders {
  readonly #needs: LoaderNeeds;
  /** Oldest first. */
  readonly #shared = new Map<string, Loaders>();

  constructor(needs: LoaderNeeds) {
    this.#needs = needs;
  }

  /** @param access of the subscriber; shared loaders read with the rights of any reader of the event's league */
  of(event: unknown, access: Access): Loaders {
    if (!isShared(event)) return createLoaders(this.#needs, access);
    const { sharedAs, leagueId } = event;
    const known = this.#shared.get(sharedAs);
    if (known) return known;
    const loaders = createLoaders(this.#needs, { ...ANONYMOUS, leagueIds: [leagueId] });
    this.#shared.set(sharedAs, loaders);
    if (this.#shared.size > KEPT) this.#shared.delete(this.#shared.keys().next().value!);
    return loaders;
  }

  /** A failed read is not kept, so that a later caller reads again. */
  forget(): void {
    this.#shared.clear();
  }
}

function isShared(event: unknown): event is SharedEvent {
  return typeof event === 'object' && event !== null && 'sharedAs' in event;
}
