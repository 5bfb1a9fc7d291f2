import { shown } from '../kit/refusal.js';
import { checkHandle, handleKey } from '../player/handle.js';

const LONGEST = 64;

/** Apostrophes of all kinds, and what nobody sees (zero-width characters). */
const DROPPED = /['‘’`´\p{Cf}]/gu;
const FOREIGN = /[^\p{L}\p{M}\p{Nd}_.-]+/gu;
/** A handle begins with a letter, a digit or `_`, and ends with nothing that stands for a blank. */
const EDGES = /^[^\p{L}\p{Nd}_]+|[^\p{L}\p{M}\p{Nd}_.-]+$/gu;

/** Whether the text is a handle as it stands. */
export function isHandle(text: string): boolean {
  return checkHandle(text, ['player']) === text;
}

/**
 * A readable handle for a name, the same for the same name always. A name that is a handle is kept. Else stylistic
 * forms become plain letters (NFKC), apostrophes go, and what cannot stand in a handle becomes `_` where a blank is
 * among it and `-` where not; what is longer than 64 characters is cut. "Côte d'Ivoire" is `Côte_dIvoire`, "Saint-Martin
 * (FR)" is `Saint-Martin_FR`, "AC/DC" is `AC-DC`.
 * @returns undefined if that makes no handle: nothing is left, or letters of scripts that look alike are mixed
 */
export function handleFor(name: string): string | undefined {
  const composed = name.normalize().trim();
  if (isHandle(composed)) return composed;
  const slug = composed
    .normalize('NFKC')
    .replaceAll(DROPPED, '')
    .replaceAll(EDGES, '')
    .replaceAll(FOREIGN, (run) => (/\s/u.test(run) ? '_' : '-'));
  const handle = [...slug].slice(0, LONGEST).join('').normalize();
  return isHandle(handle) ? handle : undefined;
}

/** The treatment of names that are not handles: `slug` makes a handle of them, `keep` refuses them. */
export type HandleMode = 'slug' | 'keep';

/** Names of one file that would be one player. */
export interface Collision {
  readonly handle: string;
  /** In the order of the file. */
  readonly names: readonly string[];
}

/** A handle, or the rule that the name breaks and what it is instead. */
export type HandleResult =
  | { readonly handle: string }
  | { readonly handle?: undefined; readonly rule: string; readonly value: string };

/**
 * The names of a file and their handles. Two names that differ never share a handle, nor handles that differ by case
 * alone: from the moment the book knows of such a collision it refuses all of its names. A second reading with the
 * book of the first therefore refuses them from the start.
 */
export class HandleBook {
  private readonly handles = new Map<string, HandleResult>();
  private readonly owners = new Map<string, { readonly handle: string; readonly names: string[] }>();

  constructor(readonly mode: HandleMode = 'slug') {}

  /** The handle of a name (trimmed, NFC), or the rule that it breaks. */
  handleOf(name: string): HandleResult {
    let result = this.handles.get(name);
    if (!result) {
      result = byMode(name, this.mode);
      this.handles.set(name, result);
      if (result.handle !== undefined) this.claim(result.handle, name);
    }
    return result.handle === undefined ? result : this.checked(result.handle);
  }

  /** Names whose handle is another text, with that handle, in the order of the file. */
  get changed(): ReadonlyMap<string, string> {
    const changed = new Map<string, string>();
    for (const [name, { handle }] of this.handles)
      if (handle !== undefined && handle !== name) changed.set(name, handle);
    return changed;
  }

  get collisions(): readonly Collision[] {
    return [...this.owners.values()].filter(({ names }) => names.length > 1);
  }

  /** How many names there are, refused ones among them. */
  get size(): number {
    return this.handles.size;
  }

  private claim(handle: string, name: string): void {
    const owner = this.owners.get(handleKey(handle));
    if (owner) owner.names.push(name);
    else this.owners.set(handleKey(handle), { handle, names: [name] });
  }

  private checked(handle: string): HandleResult {
    const owner = this.owners.get(handleKey(handle))!;
    if (owner.names.length === 1) return { handle };
    const names = owner.names.map(shown).join(' and ');
    return { rule: 'must not share a handle with another name in the file', value: `${names}, all "${owner.handle}"` };
  }
}

function byMode(name: string, mode: HandleMode): HandleResult {
  // A quote that was closed a line too late makes such a cell of a whole row.
  if (/[\n\r]/.test(name)) return { rule: 'must be a name on one line', value: name };
  const handle = mode === 'slug' ? handleFor(name) : isHandle(name) ? name : undefined;
  if (handle !== undefined) return { handle };
  const rule =
    mode === 'slug'
      ? 'must be a name that can become a handle: with a letter or digit, and in one script'
      : 'must be a handle: 1 to 64 letters and digits of one script and _ . - only, not beginning with . or -';
  return { rule, value: name };
}
