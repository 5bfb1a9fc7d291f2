// Follows a league. After each change of its board, the script fetches the page again and replaces its live parts. One tab of the
// browser holds the socket and forwards events to the other tabs. The page has the cursor of the last event that it shows, and the
// subscription begins there. It therefore misses nothing while the service, the network or the computer is away.

const PROTOCOL = 'graphql-transport-ws';
const QUERY = `subscription ($league: String!, $after: String) {
  standingsChanged(league: $league, after: $after) { cursor }
}`;
/** Readers of one league wait up to this long before they fetch the page, so that they do not all send requests at once, in milliseconds. */
const SHORTEST_SPREAD = 400;
/** How much each of them adds, in milliseconds: some five times the service's time for a cached page. */
const SPREAD_PER_READER = 1;
const LONGEST_SPREAD = 10_000;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** How often the script checks that the service still answers. A computer that slept does not notice that its connection is dead. */
const HEARTBEAT = 25_000;
/** How long a response may take when the reader returns to the tab. */
const TIMEOUT = 5_000;

const page = document.querySelector<HTMLElement>('[data-live]');
const slug = page?.dataset.live;
/** Cursor of the last event that the page shows. */
let shown = page?.dataset.cursor;
/** How long this reader waits at most before they fetch the page. */
let spread = SHORTEST_SPREAD;

// Readers come first: connecting keeps a slow phone busy.
if (slug !== undefined) {
  document.addEventListener('DOMContentLoaded', () => setTimeout(follow, 0, `open-ladder live ${slug}`));
}

/** Message from one tab to the others; empty to request the last event. */
interface FromTab {
  readonly cursor?: string;
  readonly readers?: number;
  readonly isLost?: boolean;
  /** The service refuses to begin at the event: the page has changed, or does not exist. */
  readonly isRefused?: true;
}

function follow(name: string): void {
  const channel = new BroadcastChannel(name);
  /** Cursor of the last event in the tab with the socket; null in the other tabs. */
  let latest: string | null = null;
  channel.onmessage = ({ data }: MessageEvent<FromTab>) => {
    if (data.isRefused) refresh();
    else if (data.isLost !== undefined) tell(data.isLost);
    else if (data.cursor !== undefined) learn(data.cursor, data.readers);
    else if (latest !== null) channel.postMessage({ cursor: latest });
  };
  const lead = () => {
    latest = shown ?? null;
    listen(
      () => latest ?? shown ?? null,
      (cursor, readers) => {
        latest = cursor;
        if (cursor === null) {
          channel.postMessage({ isRefused: true });
          return refresh();
        }
        channel.postMessage({ cursor, readers });
        learn(cursor, readers);
      },
      (isLost) => {
        channel.postMessage({ isLost });
        tell(isLost);
      },
    );
    // The tab holds the lock until it is closed. Then another tab takes over from the event that its own page shows.
    return new Promise<never>(() => undefined);
  };
  // Requests the last event: there may be one that this page does not show yet.
  channel.postMessage({});
  // An isolated frame (sandbox) has no locks, and shares nothing with other tabs.
  if ('locks' in navigator) navigator.locks.request(name, lead).catch(lead);
  else void lead();
}

/**
 * @param changed called with the cursor of each event, and with null if the service refuses to begin at the cursor
 * @param lost called with true when the connection is lost, and with false when there is one
 */
function listen(
  latest: () => string | null,
  changed: (cursor: string | null, readers?: number) => void,
  lost: (isLost: boolean) => void,
  wait = FIRST_WAIT,
): void {
  const url = new URL('/graphql', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url, PROTOCOL);
  const send = (message: object) => socket.send(JSON.stringify(message));
  let next = Math.min(wait * 2, LONGEST_WAIT);
  let isAnswered = true;
  let isOver = false;
  const again = (isRefused = false) => {
    if (isOver) return;
    isOver = true;
    if (!isRefused) lost(true);
    clearInterval(heart);
    for (const event of ['online', 'pageshow']) removeEventListener(event, check);
    document.removeEventListener('visibilitychange', check);
    // Closing a dead connection takes minutes, so the script does not wait for it.
    socket.close();
    setTimeout(() => listen(latest, changed, lost, next), wait * (0.5 + Math.random()));
  };
  const beat = () => {
    if (!isAnswered || socket.readyState !== WebSocket.OPEN) return again();
    isAnswered = false;
    send({ type: 'ping' });
  };
  const check = () => {
    if (document.visibilityState !== 'visible' || socket.readyState !== WebSocket.OPEN) return;
    isAnswered = false;
    send({ type: 'ping' });
    setTimeout(() => isAnswered || again(), TIMEOUT);
  };
  const heart = setInterval(beat, HEARTBEAT);
  for (const event of ['online', 'pageshow']) addEventListener(event, check);
  document.addEventListener('visibilitychange', check);

  socket.onopen = () => send({ type: 'connection_init' });
  socket.onmessage = ({ data }) => {
    isAnswered = true;
    const { type, payload } = JSON.parse(data);
    if (type === 'ping') send({ type: 'pong' });
    if (type === 'connection_ack') {
      next = FIRST_WAIT;
      lost(false);
      // The page does not show the league, which may be available again.
      if (latest() === null) changed(null);
      send({ type: 'subscribe', id: '1', payload: { query: QUERY, variables: { league: slug, after: latest() } } });
    }
    if (type === 'next' && payload.data) changed(payload.data.standingsChanged.cursor, payload.extensions?.listeners);
    if (type === 'error' || type === 'complete' || (type === 'next' && !payload.data)) {
      next = LONGEST_WAIT;
      changed(null);
      again(true);
    }
  };
  socket.onclose = () => again();
}

/** Shows that the connection is lost, or hides that. Overlays of streams have no place for it. */
function tell(isLost: boolean): void {
  const place = document.querySelector<HTMLElement>('[data-lost]');
  const text = isLost ? place?.dataset.lost : '';
  // Screen readers read text that is put there, even if it is the same.
  if (place && place.textContent !== text) place.textContent = text ?? '';
}

/** Records the newest event of the league. @param readers how many received it together; unchanged if unknown */
function learn(cursor: string, readers?: number): void {
  if (readers !== undefined) spread = Math.min(Math.max(SHORTEST_SPREAD, readers * SPREAD_PER_READER), LONGEST_SPREAD);
  if (cursor !== shown) refresh();
}

let isDue = false;

/** Shows the league as it is now. If the service does not answer, the script tries again until it does. */
function refresh(wait: unknown = 0): void {
  if (isDue) return;
  isDue = true;
  const pause = typeof wait === 'number' ? wait : 0;
  setTimeout(
    async () => {
      isDue = false;
      try {
        const response = await fetch(location.href, { headers: { accept: 'text/html' } });
        if (response.ok || response.status === 404) return put(await response.text());
        if (response.status < 500 && response.status !== 429) return;
      } catch {
        // The service or the network is down.
      }
      refresh(Math.min(Math.max(pause * 2, FIRST_WAIT), LONGEST_WAIT));
    },
    pause + Math.random() * spread,
  );
}

function put(html: string): void {
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  shown = fresh.querySelector<HTMLElement>('[data-live]')?.dataset.cursor;
  // A league that is deleted or has become private disappears, and one that is available again appears.
  const [old, next] = [document, fresh].map((one) => one.querySelector('main'));
  const isWhole = [document, fresh].every((one) => one.querySelector('[data-live]'));
  if (!isWhole && next) old?.replaceChildren(...next.childNodes);
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id);
    if (!next) continue;
    // If a link in this part has the focus, the reader may be about to follow it. The part is replaced afterwards.
    if (part.contains(document.activeElement)) part.addEventListener('focusout', refresh, { once: true });
    else part.replaceChildren(...next.childNodes);
  }
  document.dispatchEvent(new Event('page-changed'));
}
