import { urls, withQuery } from '../page.js';
import { HUE_STEP, HUES } from '../theme.js';
import { type Ui, useUi } from '../ui.js';

/** The figure in a band of a face, by its upper edge. All are symmetrical about the middle, 12. */
const FIGURES: readonly ((y: number) => string)[] = [
  (y) => `M3 ${y + 1}h18v4H3z`,
  (y) => `M3 ${y}h6v6H3zM15 ${y}h6v6h-6z`,
  (y) => `M9 ${y}h6v6H9z`,
  (y) => `M12 ${y}l7 3-7 3-7-3z`,
  (y) => `M12 ${y}l9 6H3z`,
  (y) => `M3 ${y}h18l-9 6z`,
  (y) => `M3 ${y}l7 3-7 3zM21 ${y}l-7 3 7 3z`,
  (y) => `M4 ${y + 1}h4v4H4zM10 ${y + 1}h4v4h-4zM16 ${y + 1}h4v4h-4z`,
];
const UTF8 = new TextEncoder();

/**
 * The face of a player, made from their handle: three bands of figures in one of the accents. It is the same in all leagues and
 * under every display name. Assistive technology skips it, because the name is beside it.
 */
export function Face({ handle, isLarge }: { readonly handle: string; readonly isLarge?: boolean }) {
  const { path, hue, isInverse } = featuresOf(handle);
  const classes = ['face', isLarge && 'large', isInverse && 'inverse'].filter(Boolean).join(' ');
  return (
    <svg class={classes} data-hue={hue} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The features of a face: its figures as a path on a square of 24, its accent, and whether it is pale on deep. */
export function featuresOf(handle: string) {
  const hash = hashOf(handle);
  const path = [3, 9, 15].map((y, band) => FIGURES[(hash >>> (4 + 3 * band)) & 7]!(y)).join('');
  return { path, hue: hueIn(hash), isInverse: ((hash >>> 13) & 1) === 1 };
}

/** The accent of a league: its own choice, or else one made from its slug. */
export function accentOf({ slug, hue }: { readonly slug: string; readonly hue?: number | null | undefined }) {
  return hue == null ? hueOf(slug) : `of-${(Math.round(hue / HUE_STEP) * HUE_STEP) % 360}`;
}

/** The accent of a name, which ignores case. */
export function hueOf(name: string): number {
  return hueIn(hashOf(name));
}

function hueIn(hash: number): number {
  return (hash >>> 16) % HUES.length;
}

/** FNV-1a of 32 bits, mixed as in MurmurHash3, so that similar names have different faces. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of UTF8.encode(name.normalize('NFC').toLowerCase())) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Where a word begins within a name: AmberSparrow, wild_badger. */
const JOINTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[_.-])(?=[^_.-])/u;
/** Names of fewer letters fit everywhere. */
const LONG = 9;

/** A word of this length breaks in its middle, so that no single letter is left behind. Letters of other scripts may be joined. */
const LONG_WORD = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\d]{13,}$/u;

function halvesOf(word: string): readonly string[] {
  if (!LONG_WORD.test(word)) return [word];
  const letters = [...word];
  const middle = Math.ceil(letters.length / 2);
  return [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
}

/** A name that somebody chose. It may be in a right-to-left script, and must not reorder the text around it. A long one breaks between words first. */
export function Name({ name }: { readonly name: string }) {
  if (name.length < LONG) return <bdi>{name}</bdi>;
  return (
    <bdi>
      {name
        .split(JOINTS)
        .flatMap(halvesOf)
        .map((word, index) => (
          <>
            {index > 0 && <wbr />}
            {word}
          </>
        ))}
    </bdi>
  );
}

/** The names of a player. */
export interface Named {
  readonly handle: string;
  readonly displayName?: string | null;
}

/** The name by which a player is shown. */
export function nameOf({ handle, displayName }: Named): string {
  return displayName || handle;
}

/** A player by face and name, with a link to their page in the league. */
export function PlayerLink({ slug, player }: { readonly slug: string; readonly player: Named }) {
  return (
    <a class="player" href={urls.player(slug, player.handle)}>
      <Face handle={player.handle} />
      <Name name={nameOf(player)} />
    </a>
  );
}

/** The only word of a rating system that the site knows. */
const PROVISIONAL = 'provisional';

type Words = Pick<Ui, 't' | 'format'>;

/** A rating as its system displays it, in the reader's number format. */
export function displayedTo(display: string, { t, format }: Words): string {
  return display === PROVISIONAL ? t.provisional.toLowerCase() : format.rating(display);
}

/** A player's position in a league, in a sentence. */
export function standingIn(league: string, name: string, rank: number | null, display: string, ui: Words): string {
  const { t, format } = ui;
  if (display === PROVISIONAL) return t.isProvisional(name, null);
  return t.playerDescription(name, rank === null ? null : format.count(rank), displayedTo(display, ui), league);
}

/** A rating as its system displays it. Text after the number, such as its stability, is smaller. */
export function Shown({ display: given }: { readonly display: string }) {
  const ui = useUi();
  const display = displayedTo(given, ui);
  if (given === PROVISIONAL) return <span class="word">{display}</span>;
  const end = display.indexOf(' ');
  if (end < 0) return <>{display}</>;
  return (
    <>
      {display.slice(0, end)} <small>{display.slice(end + 1)}</small>
    </>
  );
}

interface CountryProps {
  /** By ISO 3166-1; null: none is known. */
  readonly code: string | null | undefined;
  /** The league whose board shows the players of that country. */
  readonly slug: string;
}

/** A player's country, in two letters that link to the other players from there. */
export function CountryTag({ code, slug }: CountryProps) {
  const { format } = useUi();
  if (!code) return null;
  return (
    <a class="country" href={ofCountry(slug, code)} title={format.country(code)} rel="nofollow">
      {code}
      <span class="hidden"> {format.country(code)}</span>
    </a>
  );
}

/** The full name, if there is room. */
export function Country({ code }: { readonly code: string }) {
  const { format } = useUi();
  return (
    <>
      <span class="country" aria-hidden="true">
        {code}
      </span>{' '}
      {format.country(code)}
    </>
  );
}

/** The board of a league with only the players of a country. */
export function ofCountry(slug: string, country: string): string {
  return withQuery(urls.league(slug), new URLSearchParams(), { country });
}

interface LinksProps {
  readonly links: readonly { readonly url: string; readonly label: string }[];
}

/** Addresses with more about a player, written by players or administrators, for which the site does not vouch. */
export function PlayerLinks({ links }: LinksProps) {
  return (
    <>
      {links.map(({ url, label }) => (
        <a href={url} rel="nofollow ugc noopener">
          {label}
        </a>
      ))}
    </>
  );
}

/** Initials of a name: of its first two words, or its first two letters. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first, second] = words.map((word) => [...word]);
  if (!first) return [...name][0] ?? '';
  return (second ? first[0]! + second[0]! : first.slice(0, 2).join('')).toLocaleUpperCase();
}

/** The face of a team: its initials in the accent of its name. Assistive technology skips it, because the name is beside it. */
export function TeamFace({ name, isLarge }: { readonly name: string; readonly isLarge?: boolean }) {
  return (
    <svg class={isLarge ? 'face large' : 'face'} data-hue={hueOf(name)} viewBox="0 0 24 24" aria-hidden="true">
      <text x="12" y="16" text-anchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

/** A team by face and name, with a link to its page in the league. */
export function TeamLink({ slug, name }: { readonly slug: string; readonly name: string }) {
  return (
    <a class="player" href={urls.team(slug, name)} rel="nofollow">
      <TeamFace name={name} />
      <Name name={name} />
    </a>
  );
}
