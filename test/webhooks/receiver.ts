import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { WEBHOOK_EVENTS } from '../../services/api/dist/webhook/webhook.js';
import type { Client, Row } from '../support/graphql.js';
import { ofEach } from '../support/shared.js';
import type { Story, StoryLeague } from '../support/story.js';

/** A message as it arrived. */
export interface Heard {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: Row;
}

/** Somebody's HTTP server. */
export interface Receiver {
  readonly url: string;
  /** In the order of arrival, whatever was answered. */
  readonly heard: Heard[];
  /** The types of what it heard. */
  types(): string[];
  /** The greatest number of requests at once, of one path. */
  mostAtOnce(): number;
  /** From now on. Null: it never answers. */
  answer: ((response: ServerResponse, path: string) => void) | null;
  /** Waits until it has heard so many. */
  hears(count: number): Promise<Heard[]>;
  stop(): Promise<void>;
}

export const accepted = (response: ServerResponse) => void response.writeHead(204).end();
export const answering = (status: number, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) => void response.writeHead(status, headers).end();
};

/** Opens a receiver on this machine, which accepts everything. */
export async function openReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  const open = new Map<string, number>();
  let most = 0;
  const server = createServer(async (request, response) => {
    const path = request.url!;
    open.set(path, (open.get(path) ?? 0) + 1);
    most = Math.max(most, open.get(path)!);
    response.on('close', () => open.set(path, open.get(path)! - 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { headers } = request;
    heard.push({ id: String(headers['webhook-id']), path, headers, body, json: JSON.parse(body) });
    receiver.answer?.(response, path);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    types: () => heard.map(({ json }) => json.type),
    mostAtOnce: () => most,
    answer: accepted,
    hears: async (count) => {
      await expect.poll(() => heard.length, { interval: 20 }).toBeGreaterThanOrEqual(count);
      return heard;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Checks a message as its receiver does, with the library of Standard Webhooks. */
export function isGenuine(secret: string, { headers, body }: Heard): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Where services of tests may send messages. */
export const ALLOWED = { OPENLADDER_WEBHOOK_ALLOW: '127.0.0.0/8' };

const ALL_EVENTS = WEBHOOK_EVENTS.map((event) => event.toUpperCase().replace('.', '_'));

const WEBHOOK = `id url format events createdBy cursor formerSecretEndsAt failures failingSince nextAttemptAt
  disabledAt disabledReason league { slug }`;
export const DELIVERY =
  'id type status attempts createdAt attemptedAt deliveredAt responseStatus error durationMs webhook { id }';

/** Makes a webhook. */
export async function createWebhook(
  as: Client,
  league: string,
  url: string,
  { events = ALL_EVENTS, format = 'JSON' } = {},
): Promise<{ id: string; secret: string }> {
  const { webhook, secret } = await as.mutate(
    'createWebhook',
    { league, url, events, format },
    'secret webhook { id }',
  );
  return { id: webhook.id, secret };
}

/** A webhook with its messages, newest first. */
export async function readWebhook(as: Client, id: string) {
  const query = `query ($id: ID!) { node(id: $id) { ... on Webhook {
    ${WEBHOOK} deliveries(first: 100) { nodes { ${DELIVERY} } } } } }`;
  return (await as.get(query, { id })).node;
}

/** A receiver of each test, and what it asks of the service. */
export function useReceiver(story: Story) {
  const receiver = ofEach(openReceiver, ({ stop }) => stop());
  let leagues = 0;
  const read = (id: string) => readWebhook(story.admin, id);
  return {
    receiver,
    /** A league with a webhook to the receiver. */
    leagueWithWebhook: async (options: { events?: string[]; format?: string } = {}, more: object = {}) => {
      const league = await story.league(`league-${++leagues}`, 'zonestats', more);
      return { league, ...(await createWebhook(story.admin, league.slug, `${receiver.url}/hook`, options)) };
    },
    read,
    /** Waits until the webhook is as expected. */
    becomes: (id: string, expected: object) => expect.poll(() => read(id), { interval: 50 }).toMatchObject(expected),
  };
}

/** Entries about webhooks in a league's audit log, newest first. */
export async function audited(league: StoryLeague) {
  const { auditLog } = await league.read(
    'auditLog(first: 100) { nodes { actor action reason subject { kind name } after } }',
  );
  return auditLog.nodes.filter(({ subject }: { subject: { kind: string } }) => subject.kind === 'WEBHOOK');
}
