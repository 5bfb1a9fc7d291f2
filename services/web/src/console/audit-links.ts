import { places } from './urls.js';

/** The parts of an audit entry from which links are made. */
export interface LinkedEntry {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
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

/** Names of the forms, on the page of their subject, that undo an action. */
const UNDOING: Readonly<Record<string, string>> = {
  ...{ voidMatch: 'restore', restoreMatch: 'withdraw', hidePlayer: 'show', showPlayer: 'hide', updatePlayer: 'rename' },
  // Each of the matches has an entry as well.
  ...{ voidMatches: 'restore', restoreMatches: 'withdraw' },
};

/** The form that undoes an entry, with its preview first if it moves ratings; null if nothing undoes it, or the entry has too little data. */
export function undoPlace(slug: string, entry: LinkedEntry): string | null {
  const own = subjectPlace(slug, entry);
  const [was, is] = [partsOf(entry.before), partsOf(entry.after)];
  const form = Object.hasOwn(UNDOING, entry.action) && entry.subject?.kind !== 'LEAGUE' && UNDOING[entry.action];
  if (form) return own && `${own}#${form}`;
  switch (entry.action) {
    case 'amendMatch':
      return own && typeof was.version === 'number' ? `${own}?version=${was.version}#amend` : null;
    case 'submitMatches': {
      const [only, ...others] = Array.isArray(is.externalIds) ? is.externalIds : [];
      return typeof only === 'string' && others.length === 0 ? `${places.match(slug, only)}#withdraw` : null;
    }
    case 'voidMatches':
      return `${places.matches(slug)}?status=VOID`;
    case 'restoreMatches':
      return places.matches(slug);
    case 'mergePlayers':
      return typeof is.into === 'string' && typeof is.player === 'string'
        ? `${places.merged(slug, is.into, is.player)}#unmerge`
        : null;
    case 'importMatches':
      return places.imports(slug);
    case 'archiveLeague':
      return `${places.archive(slug)}#restore`;
    case 'updateLeague':
      return places.settings(slug);
    case 'configureRatingSystem':
      return typeof was.rater === 'string'
        ? `${places.rating(slug)}?${new URLSearchParams({ system: was.rater, settings: JSON.stringify(was.settings ?? {}) })}`
        : places.rating(slug);
    case 'configureChances':
      return places.rating(slug);
    default:
      return null;
  }
}

function partsOf(state: unknown): Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {};
}
