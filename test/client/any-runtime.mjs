// What a bot does, in whatever runs this file: Node, Bun or Deno. Prints one line of JSON.
//
//     LADDER_URL=… LADDER_TOKEN=… LADDER_LEAGUE=… node any-runtime.mjs PREFIX FOLDER
//
// PREFIX begins the external ids of its matches; FOLDER is for its outbox.
import { createClient, duel } from '@openladder/client';
import { openOutbox } from '@openladder/client/outbox';

const { LADDER_URL: url, LADDER_TOKEN: token, LADDER_LEAGUE: slug } = process.env;
const [prefix, folder] = process.argv.slice(2);
// Node 20 has no WebSocket of its own.
const webSocket = globalThis.WebSocket ?? (await import('ws')).default;
const ladder = createClient({ url, token, webSocket });
const league = ladder.league(slug);
const match = (number, sides) => ({ externalId: `${prefix}-${number}`, playedAt: new Date(), sides });

const before = await ladder.request('query ($slug: String!) { league(slug: $slug) { eventCursor } }', { slug });
const first = await league.submit(match(1, duel('ann', 'ben')));
const outbox = await openOutbox(league, `${folder}/${prefix}.ndjson`);
await outbox.add(match(2, duel('ben', 'cid')));
await outbox.drained();
await outbox.close();

const received = [];
for await (const event of league.matchRated({ after: before.league.eventCursor })) {
  if (received.push(event.match.externalId) === 2) break;
}
const board = [];
for await (const { player } of league.standings({ includeProvisional: true })) board.push(player.handle);
const refused = await league.submit(match(3, duel('ann', '!!')));
const stranger = createClient({ url, token: 'nobody', retries: 0, webSocket }).league(slug);
const thrown = await stranger.submit(match(4, duel('ann', 'ben'))).catch((error) => error.name);
console.log(JSON.stringify({ isOk: first.ok, received, players: board.length, refused: refused.error?.code, thrown }));
process.exit(0);
