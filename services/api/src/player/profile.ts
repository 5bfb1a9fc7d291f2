import { isRefusal, type Refusal, refuse, shown } from '../kit/refusal.js';

/** Details of a player besides their handle. */
export interface Profile {
  /** See `checkDisplayName`. */
  readonly displayName: string | null;
  /** See `checkCountry`. */
  readonly country: string | null;
  /** See `checkLinks`. */
  readonly links: readonly string[] | null;
}

/** Changes of a profile: null removes, and missing fields do not change. */
export type ProfileChanges = { readonly [Field in keyof Profile]?: Profile[Field] | undefined };

export const PROFILE_FIELDS = ['displayName', 'country', 'links'] as const satisfies (keyof Profile)[];

/** A profile without values. */
export const NO_PROFILE: Profile = { displayName: null, country: null, links: null };

const MAX_NAME_CHARACTERS = 40;
/** In UTF-8. */
const MAX_NAME_BYTES = 200;

/** Characters that break a line or change its direction, and broken Unicode. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Invisible characters, except those needed for emoji, flags and Persian: joiners, variation selectors and tags. */
const HIDDEN =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|[\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/u;
/** A visible character. The last one is the empty braille pattern. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{M}\p{C}\u2800]/u;

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Checks a display name: any Unicode that people use, safe to print on one line.
 * @returns the name in NFC, without spaces around it, or the first rule that it breaks
 */
export function checkDisplayName(text: string, path: readonly (string | number)[]): string | Refusal {
  const name = text.normalize('NFC').trim();
  const field = 'displayName';
  const values = () => ({ field, value: shown(text) });
  if (UNSAFE.test(name)) return refuse('SAFE_NAME', path, values());
  if (HIDDEN.test(name)) return refuse('NO_INVISIBLE_CHARACTERS', path, values());
  if (!VISIBLE.test(name)) return refuse('VISIBLE_CHARACTER', path, values());
  const bytes = Buffer.byteLength(name);
  if (bytes > MAX_NAME_BYTES) return refuse('MAX_BYTES', path, { field, max: MAX_NAME_BYTES, length: bytes });
  const characters = [...CHARACTERS.segment(name)].length;
  if (characters > MAX_NAME_CHARACTERS) {
    return refuse('MAX_LENGTH', path, { field, max: MAX_NAME_CHARACTERS, length: characters });
  }
  return name;
}

/** Most links of a player. */
export const MAX_LINKS = 5;
/** Bytes of a link, in ASCII. */
const MAX_LINK_BYTES = 300;

/** Codes that Unicode names and ISO 3166-1 assigns to no country: parts of countries, unions, and codes for no country. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * Checks the code of a country by ISO 3166-1 alpha-2, or `XK`, Unicode's code for Kosovo. Case is ignored.
 * @returns the code in upper case
 */
export function checkCountry(text: string, path: readonly (string | number)[]): string | Refusal {
  const code = text.trim().toUpperCase();
  if (/^\s*[A-Za-z]{2}\s*$/.test(text) && !NO_COUNTRIES.has(code) && REGIONS.of(code) !== undefined) {
    // Codes of former countries have names as well: those of their successors.
    if (Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`) return code;
  }
  return refuse('COUNTRY', path, { field: String(path.at(-1)), value: shown(text) });
}

/** A host name of the public Internet: at least two labels, the last of which is no number. */
const PUBLIC_HOST = /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;

/**
 * Checks addresses with more about a player.
 * @returns them as browsers write them, each once; null if there are none
 */
export function checkLinks(texts: readonly string[], path: readonly (string | number)[]): Profile['links'] | Refusal {
  if (texts.length > MAX_LINKS) {
    return refuse('COUNT_MAX', path, { field: String(path.at(-1)), max: MAX_LINKS, count: texts.length });
  }
  const links = texts.map((text, index) => checkLink(text, [...path, index]));
  const refusal = links.find(isRefusal);
  if (refusal) return refusal;
  return links.length > 0 ? [...new Set(links as string[])] : null;
}

function checkLink(text: string, path: readonly (string | number)[]): string | Refusal {
  const field = String(path.at(-2));
  // Browsers would drop some of these characters, and the address would differ from what people see.
  const url = !/[\p{C}\p{Z}\\]/u.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' || !PUBLIC_HOST.test(url.hostname)) {
    return refuse('LINK', path, { field, value: shown(text) });
  }
  if (url.username !== '' || url.password !== '') return refuse('LINK_NO_PASSWORD', path, { field });
  if (url.href.length <= MAX_LINK_BYTES) return url.href;
  return refuse('MAX_BYTES', path, { field, max: MAX_LINK_BYTES, length: url.href.length });
}

/** The label of a link: its host name. Names beyond ASCII stay encoded, so that none looks like another. */
export function labelOf(link: string): string {
  return new URL(link).host.replace(/^www\./, '');
}

/** Checks all changes of a profile. @param path of the input that has the fields */
export function checkProfile(given: ProfileChanges, path: readonly (string | number)[]): ProfileChanges | Refusal[] {
  const { displayName, country, links } = given;
  const checked = {
    ...(displayName !== undefined && {
      displayName: displayName === null ? null : checkDisplayName(displayName, [...path, 'displayName']),
    }),
    ...(country !== undefined && { country: country === null ? null : checkCountry(country, [...path, 'country']) }),
    ...(links !== undefined && { links: links === null ? null : checkLinks(links, [...path, 'links']) }),
  };
  const problems = Object.values(checked).filter(isRefusal);
  return problems.length > 0 ? problems : (checked as ProfileChanges);
}

/** The fields of another profile that these changes replace. */
export function changedOf(changes: ProfileChanges, of: Profile): Partial<Profile> {
  const given = PROFILE_FIELDS.filter((field) => changes[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, of[field]]));
}
