import { isIP } from 'node:net';
import { type Refusal, refuse, shown } from '../kit/refusal.js';
import { checkAddress, NotPublic } from './addresses.js';
import type { NeedsNetwork } from './post.js';

const MAX_URL = 2_000;
const AT_URL = ['input', 'url'];

/** Checks the address for messages. The addresses that its name resolves to are checked whenever a message is sent. */
export function checkUrl(url: string, { webhookAllowed: allowed }: NeedsNetwork): Refusal | undefined {
  if (url.length > MAX_URL) {
    return refuse('BAD_INPUT', AT_URL, `url must be at most ${MAX_URL} characters long, but has ${url.length}`);
  }
  const hasAllowed = allowed.rules.length > 0;
  const rule = hasAllowed ? 'an https URL, or an http URL of an allowed network' : 'an https URL';
  const bad = (what: string) => refuse('BAD_INPUT', AT_URL, `url must be ${what}, but is ${shown(url)}`);
  if (!URL.canParse(url)) return bad(rule);
  const { protocol, hostname, username, password, hash } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && hasAllowed)) return bad(rule);
  if (username || password) return refuse('BAD_INPUT', AT_URL, 'url must have no user name and no password');
  if (hash) return bad('a URL without a fragment');
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return undefined;
  try {
    checkAddress(allowed, host, protocol === 'https:');
    return undefined;
  } catch (error) {
    if (error instanceof NotPublic) return bad('a URL of the public Internet or of an allowed network');
    throw error;
  }
}

/** Checks the events of a webhook. */
export function checkWantedEvents(events: readonly string[]): Refusal | undefined {
  const path = ['input', 'events'];
  if (events.length === 0) return refuse('BAD_INPUT', path, 'number of events must be 1 or more, but is 0');
  const twice = events.findIndex((event, index) => events.indexOf(event) !== index);
  if (twice < 0) return undefined;
  return refuse(
    'BAD_INPUT',
    [...path, twice],
    `events must be named once each, but ${shown(events[twice])} comes twice`,
  );
}
