// Follows a league: on each change of its board, the page is fetched anew, and its parts that are live put in place.
// One tab of a browser holds the socket and tells the others.

const PROTOCOL = 'graphql-transport-ws';
/** A change of the board is told at most four times a second; readers of one league shall not all ask at the same moment. */
const SPREAD = 400;
const LONGEST_WAIT = 30_000;

const league = document.querySelector<HTMLElement>('[data-live]')?.dataset.live;
if (league !== undefined) follow(league);

function follow(slug: string): void {
  const channel = new BroadcastChannel(`open-ladder live ${slug}`);
  channel.onmessage = refresh;
  const lead = () => {
    listen(slug, () => {
      channel.postMessage('changed');
      refresh();
    });
    // The lock is held until the tab is closed; then another takes over, and may have missed something.
    return new Promise<never>(() => undefined);
  };
  if ('locks' in navigator) void navigator.locks.request(`open-ladder live ${slug}`, lead);
  else void lead();
}

/** Calls back on each change, and after each connection, before which there may have been one. */
function listen(slug: string, changed: () => void, wait = 1_000): void {
  const url = new URL('/graphql', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url, PROTOCOL);
  const send = (message: object) => socket.send(JSON.stringify(message));
  let next = Math.min(wait * 2, LONGEST_WAIT);
  socket.onopen = () => send({ type: 'connection_init' });
  socket.onmessage = ({ data }) => {
    const { type } = JSON.parse(data) as { type: string };
    if (type === 'ping') send({ type: 'pong' });
    if (type === 'connection_ack') {
      next = 1_000;
      const query = 'subscription ($league: String!) { standingsChanged(league: $league) { revision } }';
      send({ type: 'subscribe', id: '1', payload: { query, variables: { league: slug } } });
      changed();
    }
    if (type === 'next') changed();
  };
  socket.onclose = () => setTimeout(() => listen(slug, changed, next), wait * (0.5 + Math.random()));
}

let isAsked = false;

function refresh(): void {
  if (isAsked) return;
  isAsked = true;
  setTimeout(async () => {
    isAsked = false;
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (response.ok) put(await response.text());
    } catch {
      // The next event, or the next connection, brings another try.
    }
  }, Math.random() * SPREAD);
}

function put(html: string): void {
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  for (const shown of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(shown.id);
    // A reader who is about to follow a link keeps it.
    if (next && !shown.contains(document.activeElement)) shown.replaceChildren(...next.childNodes);
  }
  document.dispatchEvent(new Event('page-changed'));
}
