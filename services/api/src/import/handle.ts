import { madeOnce } from '../kit/grouped-by.js';
import { handleFor, handleKey, isHandle } from '../player/handle.js';
import type { Written } from '../player/name-new-players.js';
import { ownText } from './csv.js';

/** Blanks that look like one space, without line breaks. */
const BLANKS = /[^\S\r\n]+/gu;
const WIDE_BLANK = /[^\S\r\n ]| {2}/u;

/** How to treat names that are not handles: `slug` makes handles from them, `keep` refuses them. */
export type HandleMode = 'slug' | 'keep';

/** How many colliding names are reported. */
const TOLD = 5;

/** Names in one file that make one handle. */
export interface Collision {
  readonly handle: string;
  /** The first ones, in the order of the file. */
  readonly names: readonly string[];
}

/** A handle, as it was first made, and the names that lead to it. */
interface Owner {
  readonly handle: string;
  readonly names: string[];
}

/** Why a name has no handle: the broken rule with the received value; for SHARED_HANDLE the handle, and the names that lead to it. */
type NoHandle =
  | { readonly rule: 'ONE_LINE' | 'BECOMES_HANDLE' | 'IS_HANDLE'; readonly value: string }
  | { readonly rule: 'SHARED_HANDLE'; readonly value: string; readonly names: readonly string[] };
export type HandleResult = { readonly handle: string } | ({ readonly handle?: undefined } & NoHandle);

/**
 * The names of a file and their handles. Two names never share a handle, or have handles that differ only by case, unless the admin says
 * that such names are one player: as soon as the book knows of such a collision, it refuses all of its names. A second reading with the
 * book of the first therefore refuses them from the start.
 */
export class HandleBook {
  private readonly handles = new Map<string, { readonly result: HandleResult; readonly owner: Owner | null }>();
  private readonly owners = new Map<string, Owner>();

  private readonly profiles = new Map<string, Omit<Written, 'name'>>();

  /** @param areShared whether names that make one handle are one player, with the handle of the first */
  constructor(
    readonly mode: HandleMode = 'slug',
    private readonly areShared = false,
  ) {}

  /** The handle of a name (trimmed, NFC), or the rule that it breaks. Names that differ in the width of their blanks are one. */
  handleOf(written: string): HandleResult {
    const name = WIDE_BLANK.test(written) ? written.replaceAll(BLANKS, ' ') : written;
    let known = this.handles.get(name);
    if (!known) {
      const own = ownText(name);
      const result = byMode(own, this.mode);
      known = { result, owner: result.handle === undefined ? null : this.claim(result.handle, own) };
      this.handles.set(own, known);
    }
    const { result, owner } = known;
    if (owner === null || owner.names.length === 1) return result;
    if (this.areShared) return { handle: owner.handle };
    return { rule: 'SHARED_HANDLE', value: owner.handle, names: owner.names };
  }

  /** Names whose handle is another text, with that handle, in the order of the file. */
  get changed(): ReadonlyMap<string, string> {
    const changed = new Map<string, string>();
    for (const [name, { result, owner }] of this.handles) {
      const handle = this.areShared ? owner?.handle : result.handle;
      if (handle !== undefined && handle !== name) changed.set(name, handle);
    }
    return changed;
  }

  /** The name in the file from which a handle is made; undefined if it is the handle itself, or no name of the file has this handle. */
  nameOf(handle: string): string | undefined {
    const [name] = this.owners.get(handleKey(handle))?.names ?? [];
    return name === handle ? undefined : name;
  }

  /** Stores a row's description of a player. Values of earlier rows stay. */
  tell(handle: string, said: Omit<Written, 'name'>): void {
    if (!said.country && !said.links) return;
    const key = handleKey(handle);
    const { country, links } = this.profiles.get(key) ?? {};
    this.profiles.set(key, { country: country ?? said.country, links: links ?? said.links });
  }

  /** The file's description of the player with a handle; undefined if it has no such name, as in a file of JSON Lines, whose matches may have one. */
  writtenOf(handle: string): Written | undefined {
    if (!this.owners.has(handleKey(handle))) return undefined;
    return { name: this.nameOf(handle), ...this.profiles.get(handleKey(handle)) };
  }

  /** Names that are refused because they would be one player. */
  get collisions(): readonly Collision[] {
    return this.areShared ? [] : this.#ofSeveralNames();
  }

  /** Names that are one player. */
  get spellings(): readonly Collision[] {
    return this.areShared ? this.#ofSeveralNames() : [];
  }

  #ofSeveralNames(): readonly Collision[] {
    return [...this.owners.values()].filter(({ names }) => names.length > 1);
  }

  /** How many names there are, including refused ones. */
  get size(): number {
    return this.handles.size;
  }

  private claim(handle: string, name: string): Owner {
    const owner = madeOnce(this.owners, handleKey(handle), (): Owner => ({ handle, names: [] }));
    if (owner.names.length < TOLD) owner.names.push(name);
    return owner;
  }
}

function byMode(name: string, mode: HandleMode): HandleResult {
  // A quotation mark that closes a line too late turns a whole row into such a cell.
  if (/[\n\r]/.test(name)) return { rule: 'ONE_LINE', value: name };
  const handle = mode === 'slug' ? handleFor(name) : isHandle(name) ? name : undefined;
  if (handle !== undefined) return { handle };
  return { rule: mode === 'slug' ? 'BECOMES_HANDLE' : 'IS_HANDLE', value: name };
}
