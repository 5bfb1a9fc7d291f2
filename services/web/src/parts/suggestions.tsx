import { urls } from '../page.js';
import { useUi } from '../ui.js';
import { MAX_LINES } from './chart.js';
import { Face, Name, type Named, nameOf } from './player.js';

interface PlayerFieldProps {
  readonly label: string;
  readonly name: string;
  /** The league whose players are suggested. */
  readonly slug: string;
  readonly value?: string | undefined;
}

/** The field for a player in a form. A player chosen from the suggestions is searched at once. */
export function PlayerField({ label, name, value, slug }: PlayerFieldProps) {
  const code = { autocapitalize: 'off', spellcheck: false } as const;
  return (
    <label>
      {label}
      <input name={name} value={value} required maxLength={64} {...code} data-suggest={slug} data-submits />
    </label>
  );
}

interface SuggestionsProps {
  /** The requested text; undefined if there is none. */
  readonly part: string | undefined;
  /** Players whose names contain it. */
  readonly players: readonly Named[];
  /** The sentence before them; if omitted, that the text is a part of their names. */
  readonly question?: string;
  /** The address of the page for one of them. */
  readonly placeOf: (handle: string) => string;
}

/** Links to the players whom a part of a name, or a mistyped one, may mean; nothing if it is the handle of one of them. */
export function Suggestions({ part, players, question, placeOf }: SuggestionsProps) {
  const { t } = useUi();
  if (part === undefined || players.length === 0) return null;
  if (players.some(({ handle }) => handle.toLowerCase() === part.toLowerCase())) return null;
  return (
    <p class="suggestions">
      {question ?? t.didYouMean(part)}{' '}
      {players.map((player) => (
        <a href={placeOf(player.handle)} title={player.handle} rel="nofollow">
          <Face handle={player.handle} />
          <Name name={nameOf(player)} />
        </a>
      ))}
    </p>
  );
}

interface CompareFormProps {
  readonly slug: string;
  /** The players who are compared already. */
  readonly handles: readonly string[];
}

/** A form that adds a player to those on one chart, as long as there is room. */
export function CompareForm({ slug, handles }: CompareFormProps) {
  const { t } = useUi();
  if (handles.length >= MAX_LINES) return null;
  return (
    <form class="filters" action={urls.compare(slug, []).replace(/\?$/, '')}>
      {handles.map((handle) => (
        <input type="hidden" name="p" value={handle} />
      ))}
      <PlayerField label={handles.length > 0 ? t.stories.compareWith : t.player} name="p" slug={slug} />
      <button type="submit">{t.compare}</button>
    </form>
  );
}
