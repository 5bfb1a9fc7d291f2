import type { TypedDocument } from '@openladder/client';
import {
  AmendMatchDocument,
  ConfigureChancesDocument,
  ConfigureRatingSystemDocument,
  RestoreMatchDocument,
  RestoreMatchesDocument,
  UnmergePlayersDocument,
  VoidMatchDocument,
  VoidMatchesDocument,
} from '@openladder/client/operations';
import { places } from './urls.js';

/** The parts of an audit entry from which links are made. */
export interface LinkedEntry {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The mutation that undoes it. */
  readonly undoneBy: string | null;
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string | null } | null;
}

/** The page of an entry's subject; null if it does not exist any more. */
export function subjectPlace(slug: string, { subject }: LinkedEntry): string | null {
  if (!subject?.name) return null;
  switch (subject.kind) {
    case 'MATCH':
      return places.match(slug, subject.name);
    case 'PLAYER':
      return places.player(slug, subject.name);
    case 'WEBHOOK':
      return places.webhook(slug, subject.id);
    case 'TOKEN':
      return places.tokens;
    default:
      return places.league(slug);
  }
}

/** Of actions that change nobody's rating and that a form of the page of their subject undoes, its name. */
const UNDOING: Readonly<Record<string, string>> = { hidePlayer: 'show', showPlayer: 'hide', updatePlayer: 'rename' };

/** The form that undoes an entry, with its preview first if it moves ratings; null if nothing undoes it, or the entry has too little data. */
export function undoPlace(slug: string, entry: LinkedEntry): string | null {
  const form = entry.undoneBy !== null && UNDO_FORMS.get(entry.undoneBy);
  if (form) return form(slug, entry);
  if (Object.hasOwn(UNDOING, entry.action)) return formOfSubject(UNDOING[entry.action]!)(slug, entry);
  switch (entry.action) {
    case 'submitMatches': {
      const { externalIds } = partsOf(entry.after);
      const [only, ...others] = Array.isArray(externalIds) ? externalIds : [];
      return typeof only === 'string' && others.length === 0 ? `${places.match(slug, only)}#withdraw` : null;
    }
    case 'importMatches':
      return places.imports(slug);
    case 'archiveLeague':
      return `${places.archive(slug)}#restore`;
    case 'updateLeague':
      return places.settings(slug);
    default:
      return null;
  }
}

type FormPlace = (slug: string, entry: LinkedEntry) => string | null;

/** Of mutations that undo a change, the form that sends them. */
const UNDO_FORMS = new Map<string, FormPlace>([
  [mutationOf(VoidMatchDocument), formOfSubject('withdraw')],
  [mutationOf(RestoreMatchDocument), formOfSubject('restore')],
  // Of several matches, each has an entry as well.
  [mutationOf(VoidMatchesDocument), ofMatches('withdraw', places.matches)],
  [mutationOf(RestoreMatchesDocument), ofMatches('restore', (slug) => `${places.matches(slug)}?status=VOID`)],
  [mutationOf(AmendMatchDocument), earlierVersion],
  [mutationOf(UnmergePlayersDocument), mergedPlayer],
  [mutationOf(ConfigureRatingSystemDocument), earlierSystem],
  [mutationOf(ConfigureChancesDocument), places.rating],
]);

/** The name of the mutation that a document sends. */
function mutationOf(document: TypedDocument<unknown, never>): string {
  return /\{\s*(\w+)/.exec(document.toString())![1]!;
}

/** A form of the page of the subject. */
function formOfSubject(name: string): FormPlace {
  return (slug, entry) => {
    const own = subjectPlace(slug, entry);
    return own && `${own}#${name}`;
  };
}

function ofMatches(name: string, list: (slug: string) => string): FormPlace {
  const own = formOfSubject(name);
  return (slug, entry) => (entry.subject?.kind === 'LEAGUE' ? list(slug) : own(slug, entry));
}

function earlierVersion(slug: string, entry: LinkedEntry): string | null {
  const { version } = partsOf(entry.before);
  const own = subjectPlace(slug, entry);
  return own && typeof version === 'number' ? `${own}?version=${version}#amend` : null;
}

function mergedPlayer(slug: string, { after }: LinkedEntry): string | null {
  const { into, player } = partsOf(after);
  return typeof into === 'string' && typeof player === 'string' ? `${places.merged(slug, into, player)}#unmerge` : null;
}

function earlierSystem(slug: string, { before }: LinkedEntry): string {
  const { rater, settings } = partsOf(before);
  if (typeof rater !== 'string') return places.rating(slug);
  return `${places.rating(slug)}?${new URLSearchParams({ system: rater, settings: JSON.stringify(settings ?? {}) })}`;
}

function partsOf(state: unknown): Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {};
}
