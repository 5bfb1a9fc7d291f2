#!/usr/bin/env node
// Receives the messages of a webhook, and accepts only those that are signed with its secret.
//
// WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs
//
// The secret is in the response of the mutation createWebhook (docs/webhooks.md), whose url is the public address of this program. It
// works for every sender that follows Standard Webhooks. It has no dependencies. What it checks:
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

/** A message that is older, or from the future, may be a replay of a recorded one; in seconds. */
const TOLERANCE = 5 * 60;
const MAX_BYTES = 100_000;

/** Checks a message. @returns why it must not be trusted; undefined if it is genuine */
function objection(secret, headers, body, now = Date.now()) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) return 'webhook-id, webhook-timestamp and webhook-signature are needed';
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= TOLERANCE))
    return 'webhook-timestamp must be within 5 minutes of now';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // There are several while a secret is being replaced.
  const isSigned = signatures.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? undefined : 'webhook-signature must be made with the secret';
}

/** Makes a receiver. @param onMessage called once for each message; if it throws, the sender tries again */
export function createReceiver(secret, onMessage) {
  // A message is sent again until its response arrives. A program that restarts should store these in its database.
  const seen = new Set();
  return createServer(async (request, response) => {
    try {
      const chunks = [];
      let size = 0;
      for await (const chunk of request) {
        size += chunk.length;
        if (size > MAX_BYTES) return response.writeHead(413).end();
        chunks.push(chunk);
      }
      const body = Buffer.concat(chunks);
      const problem = objection(secret, request.headers, body);
      if (problem) return response.writeHead(400).end(problem);
      const id = request.headers['webhook-id'];
      if (!seen.has(id)) {
        await onMessage(JSON.parse(body));
        seen.add(id);
      }
      response.writeHead(204).end();
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
}

/** The content of a message, one item per line. */
export function inWords({ type, data }) {
  if (type !== 'matches.rated') return `${data.league}: ${type}`;
  return data.matches.map((match) => `${data.league}: ${playersOf(match)}`).join('\n');
}

function playersOf({ externalId, sides }) {
  // A match that is too large for a message comes without them.
  if (!sides) return externalId;
  const bySide = sides.map(({ participants }) => participants.map(({ player }) => player).join(' and '));
  return bySide.join(' against ');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const port = Number(process.env.PORT ?? 8080);
  createReceiver(process.env.WEBHOOK_SECRET, (message) => console.log(inWords(message))).listen(port);
}
