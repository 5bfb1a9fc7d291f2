import { isIP } from 'node:net';
import { type Refusal, refuse, shown } from '../kit/refusal.js';
import { problemOf } from './addresses.js';
import type { NeedsNetwork } from './post.js';

const MAX_URL = 2_000;
const AT_URL = ['input', 'url'];

/** Checks the address for messages. The addresses that its name resolves to are checked whenever a message is sent. */
export function checkUrl(url: string, { webhookAllowed: allowed }: NeedsNetwork): Refusal | undefined {
  if (url.length > MAX_URL) {
    return refuse('MAX_LENGTH', AT_URL, { field: 'url', max: MAX_URL, length: url.length });
  }
  const hasAllowed = allowed.rules.length > 0;
  const value = shown(url);
  const other = () => refuse(hasAllowed ? 'WEBHOOK_HTTPS_OR_ALLOWED' : 'WEBHOOK_HTTPS', AT_URL, { value });
  if (!URL.canParse(url)) return other();
  const { protocol, hostname, username, password, hash } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && hasAllowed)) return other();
  if (username || password) return refuse('WEBHOOK_NO_PASSWORD', AT_URL);
  if (hash) return refuse('WEBHOOK_NO_FRAGMENT', AT_URL, { value });
  const host = hostname.replace(/^\[|\]$/g, '');
  const mayBeReached = isIP(host) === 0 || problemOf(allowed, host, protocol === 'https:') === null;
  return mayBeReached ? undefined : refuse('WEBHOOK_PUBLIC', AT_URL, { value });
}

/** Checks the events of a webhook. */
export function checkWantedEvents(events: readonly string[]): Refusal | undefined {
  const path = ['input', 'events'];
  if (events.length === 0) return refuse('COUNT_MIN', path, { field: 'events', min: 1, count: 0 });
  const twice = events.findIndex((event, index) => events.indexOf(event) !== index);
  if (twice < 0) return undefined;
  return refuse('EVENTS_ONCE', [...path, twice], { value: shown(events[twice]) });
}
