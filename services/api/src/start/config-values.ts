import { isIP } from 'node:net';
import { LOG_LEVELS, type LogLevel } from '../kit/log.js';
import { nearestName } from '../kit/nearest-name.js';
import { shown } from '../kit/refusal.js';
import type { Origins, SiteTheme } from '../kit/site-theme.js';
import type { UpgradeMode } from '../league-log/upgrade-ratings.js';
import { isPlausibleSecret } from '../token/secret.js';

/** A value read from text, or what an error message may show of the text instead. */
export type ParsedValue<T> = { readonly value: T } | { readonly received: string };

/** One variable of the environment, as the manual lists it. */
export interface Variable<T> {
  /** The effect of the variable. */
  readonly summary: string;
  /** The rule for values, to follow "must be". */
  readonly rule: string;
  /** The default, if it is unset or empty. */
  readonly fallback: T;
  readonly read: (text: string) => ParsedValue<T>;
}

/** What happens at the start to leagues that another version of their rater rated. */

const GREATEST_PORT = 65_535;
/** RFC 1123, section 2.1. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** Numbers and dots that are no address are a mistyped address, not a host name. */
const ONLY_NUMBERS = /^[\d.]+$/;
const TOKEN = /^[\x21-\x7e]{20,200}$/;
/** `@scope/name` or `name` as npm allows them, with a path inside the package; or the path of a module. */
const PACKAGE = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(\/[\w.~-]+)*$/;
const MODULE_PATH = /^(\.{0,2}\/|[A-Za-z]:[\\/])./;

export function port(text: string): ParsedValue<number> {
  const isPort = /^\d{1,5}$/.test(text) && Number(text) <= GREATEST_PORT;
  return isPort ? { value: Number(text) } : { received: shown(text) };
}

export function host(text: string): ParsedValue<string> {
  const isHost = isIP(text) !== 0 || (HOST_NAME.test(text) && !ONLY_NUMBERS.test(text));
  return isHost ? { value: text } : { received: shown(text) };
}

export function folder(text: string): ParsedValue<string> {
  return text.includes('\0') ? { received: shown(text) } : { value: text };
}

const GREATEST_LIMIT = 100_000_000;

/** A limit; null: there is none. */
export function orOff(text: string): ParsedValue<number | null> {
  if (text === 'off') return { value: null };
  const isLimit = /^[1-9]\d{0,8}$/.test(text) && Number(text) <= GREATEST_LIMIT;
  return isLimit ? { value: Number(text) } : { received: shown(text) };
}

/** A whole number within bounds. */
export function integerFrom(least: number, most: number): (text: string) => ParsedValue<number> {
  return (text) => {
    const isWithin = /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
    return isWithin ? { value: Number(text) } : { received: shown(text) };
  };
}

/** A whole number of hours within bounds, or of minutes with an m behind it. @returns hours */
export function hoursOrMinutes(least: number, most: number): (text: string) => ParsedValue<number> {
  const read = integerFrom(least, most);
  return (text) => {
    if (!text.endsWith('m')) return read(text);
    const minutes = read(text.slice(0, -1));
    return 'value' in minutes ? { value: minutes.value / 60 } : { received: shown(text) };
  };
}

/** Addresses, with or without a prefix length. */
export function networks(text: string): ParsedValue<readonly string[]> {
  const addresses = text.split(',').map((address) => address.trim());
  const bad = addresses.find((address) => !isNetwork(address));
  return bad === undefined ? { value: addresses } : { received: `${shown(bad)} in ${shown(text)}` };
}

function isNetwork(text: string): boolean {
  const [, address, length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address ?? '');
  return family !== 0 && Number(length ?? 0) <= (family === 4 ? 32 : 128);
}

/** Origins as browsers send them, without a path; none: off. */
export function origins(text: string): ParsedValue<Origins> {
  if (text === '*') return { value: text };
  if (text === 'off') return { value: [] };
  const named = text.split(',').map((origin) => origin.trim());
  const bad = named.find((origin) => !isOrigin(origin));
  return bad === undefined ? { value: named } : { received: `${shown(bad)} in ${shown(text)}` };
}

function isOrigin(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return origin === text && (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || HOST_NAME.test(hostname));
}

export function flag(text: string): ParsedValue<boolean> {
  return text === 'true' || text === 'false' ? { value: text === 'true' } : { received: shown(text) };
}

export function nightlyOrOff(text: string): ParsedValue<boolean> {
  return text === 'nightly' || text === 'off' ? { value: text === 'nightly' } : { received: shown(text) };
}

export function logLevel(text: string): ParsedValue<LogLevel> {
  const level = LOG_LEVELS.find((name) => name === text);
  return level ? { value: level } : { received: shown(text) };
}

export function upgradeMode(text: string): ParsedValue<UpgradeMode> {
  return text === 'background' || text === 'refuse' ? { value: text } : { received: shown(text) };
}

export function list(text: string): ParsedValue<readonly string[]> {
  const names = text.split(',').map((name) => name.trim());
  const bad = names.find(
    (name, index) => !(PACKAGE.test(name) || MODULE_PATH.test(name)) || names.indexOf(name) !== index,
  );
  return bad === undefined ? { value: names } : { received: `${shown(bad)} in ${shown(text)}` };
}

/** A secret: only its length is shown. */
export function token(text: string): ParsedValue<string> {
  const isToken = TOKEN.test(text) && isPlausibleSecret(text);
  return isToken ? { value: text } : { received: `${text.length} characters (not shown: it is a secret)` };
}

/** Only the scheme of a refused URL is shown: the rest may hold a password, sometimes in an unexpected place. */
export function databaseUrl(text: string): ParsedValue<string> {
  const url = parseUrl(text);
  if (!url || !text.includes('://'))
    return { received: 'something that is not a URL (not shown: it may contain a password)' };
  const isPostgres = url.protocol === 'postgres:' || url.protocol === 'postgresql:';
  return isPostgres ? { value: text } : { received: `${url.protocol}//… (not shown: it may contain a password)` };
}

/** An address of http or https. It may hold a password, so only its scheme is shown. */
export function httpUrl(text: string): ParsedValue<string> {
  if (!URL.canParse(text)) return { received: 'something that is not a URL (not shown: it may contain a password)' };
  const { protocol } = new URL(text);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  return isHttp ? { value: text } : { received: `${protocol}//… (not shown: it may contain a password)` };
}

/** `postgres://user@/database?host=/folder` names a socket; node-postgres reads it, the URL standard has no such form. */
function parseUrl(text: string): URL | null {
  const withHost = text.replace(/^([a-z]+:\/\/[^/?#]*@)(?=\/)/, '$1socket');
  return URL.canParse(withHost) ? new URL(withHost) : null;
}

const MAX_LINKS = 10;

/** Text on one line. */
export function siteName(text: string): ParsedValue<string> {
  return isLabel(text) ? { value: text } : { received: shown(text) };
}

/** An image for pages. From another host by https only, as browsers demand of pages loaded by https. */
export function logo(text: string): ParsedValue<string> {
  const isPath = /^\/(?!\/)[\w./-]+$/.test(text);
  return isPath || isHttps(text) ? { value: text } : { received: shown(text) };
}

/** As `<input type=color>` has it. */
export function color(text: string): ParsedValue<string> {
  return /^#[0-9a-f]{6}$/i.test(text) ? { value: text.toLowerCase() } : { received: shown(text) };
}

/** `label=URL`, separated by commas. */
export function links(text: string): ParsedValue<SiteTheme['links']> {
  const named = text.split(',').map((entry) => {
    const [label = '', ...url] = entry.split('=');
    return { label: label.trim(), url: url.join('=').trim() };
  });
  const bad = named.find(({ label, url }) => !isLabel(label) || !isHttps(url));
  if (bad) return { received: shown(text) };
  return named.length > MAX_LINKS ? { received: `${named.length} links` } : { value: named };
}

function isLabel(text: string): boolean {
  return /^\P{C}{1,60}$/u.test(text);
}

function isHttps(text: string): boolean {
  return /^https:\/\/\S+$/.test(text) && URL.canParse(text);
}

/**
 * What is wrong with names that begin like ours and are none: a misspelt one would otherwise go unnoticed. Values are not shown, because one
 * may be a secret's. The names of our tests' own variables go on with `TEST_`.
 */
export function unknownNames(names: readonly string[], prefix: string, known: readonly string[]): string[] {
  return names
    .filter((name) => name.startsWith(prefix) && !name.startsWith(`${prefix}TEST_`) && !known.includes(name))
    .map((name) => {
      const near = nearestName(name, known);
      return `${name} is not a variable of Open Ladder; ${near ? `did you mean ${near}?` : `there are ${known.join(', ')}`}`;
    });
}
