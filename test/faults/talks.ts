import { type ConsoleVisitor, formIn } from '../support/console.js';
import { SUBMIT } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';
import type { Talk } from './cut.js';
import { ADMIN_TOKEN } from './replicas.js';

/** What clients talk to. */
export interface Place {
  readonly url: string;
  readonly metricsPort: number;
  /** Signed in to the console. */
  readonly admin: ConsoleVisitor;
  /** A league with the players `ann` and `ben`, and the external id of a match between them. */
  readonly league: string;
  readonly match: string;
}

/** Every kind of request that the service answers, and some that it refuses. */
export async function talksWith(place: Place): Promise<Talk[]> {
  return [...pages(place), ...metrics(place), ...queries(place), ...(await forms(place)), ...sockets(place)];
}

const MB = 1_000_000;
const IMPORT = (league: string) => `/console/l/${league}/import`;
const portOf = ({ url }: Place) => Number(new URL(url).port);

function head(place: Place, first: string, ...headers: readonly string[]): Buffer {
  return Buffer.from([`${first} HTTP/1.1`, `host: ${new URL(place.url).host}`, ...headers, '', ''].join('\r\n'));
}

function pages(place: Place): Talk[] {
  const { league, match, admin } = place;
  const own = ['', '/matches', '/live', '/stats', '/queue', '/about', `/m/${match}`, '/p/ann', '/vs/ann/ben'];
  const files = ['/matches.atom', '/p/ann/badge.svg', '/p/ann/card.png', '/card.png'];
  const paths = [
    ...['/', '/p/ann', '/explorer', '/console', '/health', '/ready', '/nowhere', '/%'],
    ...[...own, ...files].map((path) => `/l/${league}${path}`),
    ...['', '/p/ann', '/live'].map((path) => `/embed/l/${league}${path}`),
    `/oembed?url=${encodeURIComponent(`${place.url}/l/${league}`)}`,
    ...['', '/import', '/settings', '/audit', '/match'].map((path) => `/console/l/${league}${path}`),
  ];
  const headers = ['accept: text/html', `cookie: ${admin.cookie()}`];
  const talks: Talk[] = paths.map((path) => {
    return { name: `GET ${path}`, port: portOf(place), pieces: [head(place, `GET ${path}`, ...headers)] };
  });
  const odd = ['HEAD /', 'OPTIONS /graphql', 'CONNECT x:1', 'TRACE /', 'PUT /graphql'].map((first) => {
    return { name: first, port: portOf(place), pieces: [head(place, first)] };
  });
  const nonsense = { name: 'no HTTP', port: portOf(place), pieces: [Buffer.from('\x16\x03\x01\x00nonsense\r\n\r\n')] };
  return [...talks, ...odd, nonsense];
}

function metrics(place: Place): Talk[] {
  const port = place.metricsPort;
  const upgrade = ['connection: upgrade', 'upgrade: websocket'];
  return [
    { name: 'GET /metrics', port, pieces: [head(place, 'GET /metrics')] },
    {
      name: 'POST /metrics',
      port,
      pieces: [head(place, 'POST /metrics', 'content-length: 9'), Buffer.from('123456789')],
    },
    { name: 'an upgrade of /metrics', port, pieces: [head(place, 'GET /metrics', ...upgrade)] },
  ];
}

function queries(place: Place): Talk[] {
  const { league } = place;
  const QUERY = '{ leagues(first: 5) { nodes { slug standings(first: 5) { nodes { player { handle } } } } } }';
  const post = (name: string, body: string, ...more: readonly string[]): Talk => {
    const headers = ['content-type: application/json', `content-length: ${body.length}`, ...more];
    return { name, port: portOf(place), pieces: [head(place, 'POST /graphql', ...headers), Buffer.from(body)] };
  };
  const token = `authorization: Bearer ${ADMIN_TOKEN}`;
  const matches = Array.from({ length: 300 }, (_, index) => {
    const playedAt = new Date(Date.UTC(2021, 0, 1) + index * 60_000).toISOString();
    return { externalId: `cut-${index}`, playedAt, sides: sidesOf('ann beats ben') };
  });
  const submission = JSON.stringify({ query: SUBMIT, variables: { input: { league, matches } } });
  const chunked = ['content-type: application/json', 'transfer-encoding: chunked'];
  return [
    post('a query', JSON.stringify({ query: QUERY })),
    post('a submission', submission, token),
    post('a body that is no JSON', '{"query":'.repeat(100)),
    {
      name: 'a query by GET',
      port: portOf(place),
      pieces: [head(place, `GET /graphql?query=${encodeURIComponent(QUERY)}`, 'accept: application/json')],
    },
    {
      name: 'a body whose announced length is refused',
      port: portOf(place),
      pieces: [head(place, 'POST /graphql', 'content-type: application/json', 'content-length: 9000000'), filler(MB)],
    },
    {
      name: 'a body that is refused while it arrives',
      port: portOf(place),
      pieces: [head(place, 'POST /graphql', ...chunked), chunk(filler(90_000)), chunk(filler(90_000)), chunk()],
    },
  ];
}

async function forms(place: Place): Promise<Talk[]> {
  const { league, admin, url } = place;
  const page = await admin.read(`/console/l/${league}/settings`);
  const { action, fields } = formIn(page, 'update');
  const headers = (type: string) => [`origin: ${url}`, `cookie: ${admin.cookie()}`, `content-type: ${type}`];
  const form = (path: string, body: string, length = body.length): Talk => ({
    name: `a form for ${path}${length === body.length ? '' : ' that is too large'}`,
    port: portOf(place),
    pieces: [
      head(place, `POST ${path}`, ...headers('application/x-www-form-urlencoded'), `content-length: ${length}`),
      Buffer.from(body),
    ],
  });
  const upload = (name: string, parts: readonly (string | Buffer)[], length: number | 'right' | 'chunked'): Talk => {
    const bodies = parts.map((part) => Buffer.from(part));
    const total = length === 'right' ? bodies.reduce((sum, part) => sum + part.length, 0) : length;
    const size = total === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${total}`;
    const first = head(place, `POST ${IMPORT(league)}`, ...headers('multipart/form-data; boundary=x'), size);
    const sent = length === 'chunked' ? [...bodies.map((part) => chunk(part)), chunk()] : bodies;
    return { name, port: portOf(place), pieces: [first, ...sent], isUpload: true };
  };
  const key = (value: string) => `--x\r\nContent-Disposition: form-data; name="_key"\r\n\r\n${value}\r\n`;
  const file = (name: string) =>
    `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const good = key(fields._key!);
  const rows = 'date,home,away,hg,ag\n2020-01-01,ann,ben,1,0\n';
  const end = '\r\n--x--\r\n';
  const pieces = [filler(300_000), filler(300_000), 'a\n'];
  return [
    form('/console/sign-in', `secret=${'x'.repeat(30)}`),
    form('/console/sign-in', 'secret=x', 20_000),
    form(action, new URLSearchParams(fields).toString()),
    form(action, 'name=x', 200_000),
    upload('an upload', [good, file('a.csv'), rows, ...pieces, end], 'right'),
    upload('an upload in chunks', [good, file('a.csv'), rows, ...pieces, end], 'chunked'),
    upload('an upload of two files', [good, file('a.csv'), rows, `\r\n${file('b.csv')}`, ...pieces, end], 'right'),
    upload('an upload with another key', [key('x'.repeat(43)), file('a.csv'), rows, ...pieces, end], 'right'),
    upload('an upload without a file', [good, file(''), end], 'right'),
    upload('an upload of nothing', [good, file('a.csv'), end], 'right'),
    upload('an upload without an end', [good, file('a.csv'), rows, ...pieces], 'right'),
    upload('a form of parts that are none', [good, '--x\r\nnonsense\r\n\r\n', rows, end], 'right'),
    upload('an upload whose announced length is refused', [good, file('a.csv'), filler(MB)], 40 * MB),
    upload(
      'an upload that is refused while it arrives',
      [good, file('a.csv'), filler(31 * MB), filler(2 * MB), filler(MB), end],
      'chunked',
    ),
  ];
}

function sockets(place: Place): Talk[] {
  const upgrade = [
    ...['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'],
    ...['sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-protocol: graphql-transport-ws'],
  ];
  const open = head(place, 'GET /graphql', ...upgrade);
  const init = frame(1, JSON.stringify({ type: 'connection_init' }));
  const subscribe = (query: string) => frame(1, JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  const follow = subscribe(`subscription { matchRated(league: "${place.league}") { cursor match { id } } }`);
  const talk = (name: string, pieces: readonly Buffer[]): Talk => ({
    ...{ name, port: portOf(place), takesTurns: true },
    pieces: [open, ...pieces],
  });
  return [
    talk('a socket that follows a league', [init, follow, frame(9, 'ping'), frame(8, '\x03\xe8')]),
    talk('a socket with a query that is refused', [init, subscribe('subscription { nonsense }')]),
    talk('a socket that does not say hello', [follow]),
    talk('a socket with a message that is too long', [init, frame(1, 'x'.repeat(150_000))]),
    talk('a socket with a frame that is none', [init, Buffer.from([0xff, 0xff, 0xff, 0xff])]),
    { name: 'a socket in one go', port: portOf(place), pieces: [Buffer.concat([open, init, follow])] },
    { name: 'a socket elsewhere', port: portOf(place), pieces: [head(place, 'GET /nowhere', ...upgrade)] },
    {
      name: 'a socket without a key',
      port: portOf(place),
      pieces: [head(place, 'GET /graphql', ...upgrade.slice(0, 3))],
    },
  ];
}

/** Bytes without a line end. */
function filler(length: number): Buffer {
  return Buffer.alloc(length, 'a');
}

/** A chunk of a body without an announced length; the last one where it is empty. */
function chunk(bytes: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** A frame of a WebSocket as clients send it, with a mask that changes nothing. https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
function frame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text, 'latin1');
  const length = Buffer.alloc(payload.length < 126 ? 1 : payload.length < 65_536 ? 3 : 9);
  if (length.length === 1) length[0] = payload.length;
  else if (length.length === 3) length.writeUInt16BE(payload.length, 1);
  else length.writeBigUInt64BE(BigInt(payload.length), 1);
  if (length.length > 1) length[0] = length.length === 3 ? 126 : 127;
  length[0]! |= 0x80;
  return Buffer.concat([Buffer.from([0x80 | opcode]), length, Buffer.alloc(4), payload]);
}
