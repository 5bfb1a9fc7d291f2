import { isIP } from 'node:net';
import { LOG_LEVELS, type LogLevel } from '../kit/log.js';
import { shown } from '../kit/refusal.js';
import type { Origins, SiteTheme } from '../kit/site-theme.js';
import { nearestName } from '../kit/words.js';
import type { UpgradeMode } from '../league-log/upgrade-ratings.js';
import { isPlausibleSecret } from '../token/authenticator.js';

/** A value read from text, or the part of the text that an error message may show. */
type ParsedValue<T> = { readonly value: T } | { readonly received: string };

/** A kind of values. */
export interface Kind<T> {
  /** The rule for values, to follow "must be". */
  readonly rule: string;
  readonly read: (text: string) => ParsedValue<T>;
}

/** One variable of the environment, as the manual lists it. */
export interface Variable<T> {
  /** Its name without OPENLADDER_. */
  readonly name: string;
  /** The effect of the variable. */
  readonly summary: string;
  readonly kind: Kind<T>;
  /** The default, if it is unset or empty. */
  readonly fallback: T;
}

/** RFC 1123, section 2.1. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** Numbers and dots that are no address are a mistyped address, not a host name. */
const ONLY_NUMBERS = /^[\d.]+$/;
const TOKEN = /^[\x21-\x7e]{20,200}$/;
/** `@scope/name` or `name` as npm allows them, with a path inside the package; or the path of a module. */
const PACKAGE = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(\/[\w.~-]+)*$/;
const MODULE_PATH = /^(\.{0,2}\/|[A-Za-z]:[\\/])./;

/** Values that an error message may show. @param read the value; undefined: the rule refuses the text */
function kindOfValue<T>(rule: string, read: (text: string) => T | undefined): Kind<T> {
  return {
    rule,
    read: (text) => {
      const value = read(text);
      return value === undefined ? { received: shown(text) } : { value };
    },
  };
}

/** Texts that are used unchanged. */
function textOfValue(rule: string, isValid: (text: string) => boolean): Kind<string> {
  return kindOfValue(rule, (text) => (isValid(text) ? text : undefined));
}

/** A few words, each for a value. */
function wordsOf<T>(rule: string, values: Readonly<Record<string, T>>): Kind<T> {
  return kindOfValue(rule, (text) => Object.entries(values).find(([word]) => word === text)?.[1]);
}

/** Texts separated by commas. */
function listInValue(
  rule: string,
  isValid: (member: string, index: number, all: readonly string[]) => boolean,
): Kind<readonly string[]> {
  return {
    rule: `${rule}, separated by commas`,
    read: (text) => {
      const members = text.split(',').map((member) => member.trim());
      const bad = members.find((...member) => !isValid(...member));
      return bad === undefined ? { value: members } : { received: `${shown(bad)} in ${shown(text)}` };
    },
  };
}

/** A whole number within bounds. */
export function integerFrom(least: number, most: number): Kind<number> {
  return kindOfValue(`an integer from ${least} to ${most}`, (text) => integerWithin(text, least, most));
}

/** A whole number of hours within bounds, or of minutes followed by m; read as hours. */
export function hoursOrMinutes(least: number, most: number): Kind<number> {
  return kindOfValue(`an integer from ${least} to ${most}, or from ${least}m to ${most}m`, (text) => {
    if (!text.endsWith('m')) return integerWithin(text, least, most);
    const minutes = integerWithin(text.slice(0, -1), least, most);
    return minutes === undefined ? undefined : minutes / 60;
  });
}

function integerWithin(text: string, least: number, most: number): number | undefined {
  const isWithin = /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isWithin ? Number(text) : undefined;
}

const GREATEST_LIMIT = 100_000_000;

/** A limit; null: there is none. */
export const limitOrOff: Kind<number | null> = kindOfValue(`an integer from 1 to ${GREATEST_LIMIT}, or off`, (text) =>
  text === 'off' ? null : integerWithin(text, 1, GREATEST_LIMIT),
);

export const port = integerFrom(0, 65_535);

export const host = textOfValue(
  'an IP address or a host name',
  (text) => isIP(text) !== 0 || (HOST_NAME.test(text) && !ONLY_NUMBERS.test(text)),
);

export const folder = textOfValue('a path without NUL characters', (text) => !text.includes('\0'));

export const flag = wordsOf('true or false', { true: true, false: false });

export const nightlyOrOff = wordsOf('nightly or off', { nightly: true, off: false });

export const upgradeMode = wordsOf<UpgradeMode>('background or refuse', { background: 'background', refuse: 'refuse' });

export const logLevel: Kind<LogLevel> = kindOfValue(`one of ${LOG_LEVELS.join(', ')}`, (text) =>
  LOG_LEVELS.find((name) => name === text),
);

/** Addresses, with or without a prefix length. */
export const networks = listInValue('IP addresses or networks such as 10.0.0.0/8', (text) => {
  const [, address, length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address ?? '');
  return family !== 0 && Number(length ?? 0) <= (family === 4 ? 32 : 128);
});

const namedOrigins = listInValue('*, off, or origins such as https://ladder.example, without a path', (text) => {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return origin === text && (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || HOST_NAME.test(hostname));
});

/** Origins as browsers send them; none: off. */
export const origins: Kind<Origins> = {
  rule: namedOrigins.rule,
  read: (text) => {
    if (text === '*') return { value: text };
    return text === 'off' ? { value: [] } : namedOrigins.read(text);
  },
};

const modules = listInValue(
  'names of packages or paths of modules',
  (name, index, all) => (PACKAGE.test(name) || MODULE_PATH.test(name)) && all.indexOf(name) === index,
);
export const raters: Kind<readonly string[]> = { ...modules, rule: `${modules.rule}, each once` };

/** A secret: only its length is shown. */
export const token: Kind<string> = {
  rule: '20 to 200 printable ASCII characters without spaces, not beginning with ol_ unless Open Ladder made it',
  read: (text) => {
    const isToken = TOKEN.test(text) && isPlausibleSecret(text);
    return isToken ? { value: text } : { received: `${text.length} characters (not shown: it is a secret)` };
  },
};

const NOT_SHOWN = '(not shown: it may contain a password)';

/** URLs. Only the scheme of a refused one is shown: the rest may hold a password, sometimes in an unexpected place. */
function urlOf(rule: string, protocols: readonly string[], standard: (text: string) => string): Kind<string> {
  return {
    rule,
    read: (text) => {
      const url = standard(text);
      const protocol = URL.canParse(url) ? new URL(url).protocol : null;
      if (protocol !== null && protocols.includes(protocol)) return { value: text };
      const received = protocol === null ? 'something that is not a URL' : `${protocol}//…`;
      return { received: `${received} ${NOT_SHOWN}` };
    },
  };
}

/** `postgres://user@/database?host=/folder` names a socket; node-postgres reads it, but the URL standard has no such form. */
const postgresUrl = urlOf(
  'a PostgreSQL URL such as postgres://user:password@host:5432/database',
  ['postgres:', 'postgresql:'],
  (text) => (text.includes('://') ? text.replace(/^([a-z]+:\/\/[^/?#]*@)(?=\/)/, '$1socket') : ''),
);

/** After a scheme and before a path: a comma outside user and password. */
const SEVERAL_HOSTS = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/;

/** Values that libpq or browsers accept and node-postgres does not are refused with a specific reason. */
export const databaseUrl: Kind<string> = {
  rule: postgresUrl.rule,
  read: (text) => {
    if (SEVERAL_HOSTS.test(text)) return { received: `several hosts ${NOT_SHOWN}` };
    const reading = postgresUrl.read(text);
    if ('value' in reading && !isDecodable(text.split('?')[0]!)) {
      return { received: `a % that begins no code; write it as %25 ${NOT_SHOWN}` };
    }
    return reading;
  },
};

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const httpUrl = urlOf('an http or https URL such as http://localhost:4318', ['http:', 'https:'], (text) => text);

/** Text on one line. */
export const label = textOfValue('text of 1 to 60 characters', isLabel);

/** An image for pages. From another host only by https, as browsers require of pages loaded by https. */
export const logo = textOfValue(
  'an https URL, or a path on the same host such as /logo.svg',
  (text) => /^\/(?!\/)[\w./-]+$/.test(text) || isHttps(text),
);

/** The form of `<input type=color>`. */
export const color = kindOfValue('a colour such as #0f6b5c', (text) =>
  /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined,
);

const MAX_LINKS = 10;

/** `label=URL`, separated by commas. */
export const links: Kind<SiteTheme['links']> = {
  rule: `at most ${MAX_LINKS} of label=https URL, separated by commas`,
  read: (text) => {
    const named = text.split(',').map((entry) => {
      const [label = '', ...url] = entry.split('=');
      return { label: label.trim(), url: url.join('=').trim() };
    });
    const bad = named.find(({ label, url }) => !isLabel(label) || !isHttps(url));
    if (bad) return { received: shown(text) };
    return named.length > MAX_LINKS ? { received: `${named.length} links` } : { value: named };
  },
};

function isLabel(text: string): boolean {
  return /^\P{C}{1,60}$/u.test(text);
}

function isHttps(text: string): boolean {
  return /^https:\/\/\S+$/.test(text) && URL.canParse(text);
}

/**
 * Problems with unknown names that begin like ours: a misspelt one would otherwise go unnoticed. Values are not shown, because one may be a
 * secret's. The variables of our tests begin with the prefix and `TEST_`.
 */
export function unknownNames(names: readonly string[], prefix: string, known: readonly string[]): string[] {
  return names
    .filter((name) => name.startsWith(prefix) && !name.startsWith(`${prefix}TEST_`) && !known.includes(name))
    .map((name) => {
      const near = nearestName(name, known);
      return `${name} is not a variable of Open Ladder; ${near ? `did you mean ${near}?` : `there are ${known.join(', ')}`}`;
    });
}
