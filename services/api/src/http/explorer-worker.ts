import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from '@graphql-yoga/render-graphiql/graphiql';
import { API_ADDRESS } from './door.js';
import { ICON, SAMPLE_QUERY } from './sample-query.js';

/** The page as it is sent, and the content security policy that it requires. */
export interface CompressedPage {
  /** Compressed with gzip. */
  readonly body: Uint8Array;
  readonly policy: string;
  readonly etag: string;
}

const WELCOME = `# Ctrl-Enter sends the query.
#
# A token goes under Headers:
#   { "authorization": "Bearer ol_…" }
# It stays in the memory of this page
# and is gone when you reload it.
#
# The documentation is at /docs.

${SAMPLE_QUERY}
`;

/** The same for phones, whose editor shows 21 characters of a line, and which have no Ctrl key. */
const NARROW_WELCOME = `# ▶ sends the query.
#
# A token goes under
# Headers, as JSON:
# {"authorization":
#   "Bearer ol_…"}
# It stays in memory
# until you reload.

${SAMPLE_QUERY}
`;

const LOGO = `<a href="/docs"><img src="${ICON}" alt="Documentation" title="Documentation" width="24" height="24"></a>`;
const WORKERS = { editorWorkerService, json: jsonWorker, graphql: graphqlWorker };

const STYLE = `
html, body, #root { height: 100%; margin: 0 }
#root > .graphiql-container { height: 100% }
.graphiql-container .graphiql-logo { white-space: nowrap }
/* GraphiQL has no layout for phones: columns become rows. */
@media (max-width: 700px) {
  .graphiql-container .graphiql-container, .graphiql-container .graphiql-main, #graphiql-session { flex-direction: column }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: auto; padding-bottom: 0 }
  .graphiql-container .graphiql-sidebar > [style] { margin: 0 0 0 auto !important }
  .graphiql-container .graphiql-main { min-height: 0 }
  .graphiql-container .graphiql-sessions { margin: var(--px-8); min-height: 0 }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none }
}
`;

/** Runs in the browser, after the client of sockets and GraphiQL. */
const BOOT = `
{
  // GraphiQL stores tabs with their headers, so a token would stay on the machine. Here it gets a storage that forgets.
  const kept = new Map();
  const storage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, String(value)),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() { return kept.size; },
  };
  Object.defineProperty(window, 'localStorage', { value: storage });

  const workers = ${JSON.stringify(WORKERS)};
  const urls = {};
  const urlOf = (label) =>
    (urls[label] ??= URL.createObjectURL(new Blob([workers[label]], { type: 'text/javascript' })));
  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => urlOf(label) };

  const address = new URL(${JSON.stringify(API_ADDRESS)}, location.href);
  const socketAddress = address.href.replace(/^http/, 'ws');
  const isSubscription = (operationName, document) =>
    document?.definitions.some((one) => one.operation === 'subscription' && (!operationName || one.name?.value === operationName));
  const fetcher = (request, { headers, documentAST } = {}) => {
    if (isSubscription(request.operationName, documentAST)) {
      const entries = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
      const { authorization } = Object.fromEntries(entries);
      const client = graphqlWs.createClient({ url: socketAddress, connectionParams: authorization ? { authorization } : {} });
      return client.iterate(request);
    }
    const all = { 'content-type': 'application/json', ...headers };
    return fetch(address, { method: 'POST', headers: all, body: JSON.stringify(request) }).then((answer) => answer.json());
  };

  // The part of the address after # is never sent, and keeps a query through a reload.
  const given = new URLSearchParams(location.hash.slice(1) || location.search);
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    fetcher,
    title: 'Open Ladder',
    logo: ${JSON.stringify(LOGO)},
    initialQuery: given.get('query') ?? (innerWidth > 700 ? ${JSON.stringify(WELCOME)} : ${JSON.stringify(NARROW_WELCOME)}),
    initialVariables: given.get('variables') ?? '',
    shouldPersistHeaders: false,
    defaultEditorToolsVisibility: innerWidth > 700 && 'headers',
    onEditQuery: (query) => history.replaceState({}, '', location.pathname + '#' + new URLSearchParams({ query })),
  });
}
`;

/** The client of sockets, for browsers. */
function graphqlWs(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('graphql-ws/package.json'));
  return readFileSync(join(folder, 'umd/graphql-ws.min.js'), 'utf8');
}

/**
 * GraphiQL in one page that sends requests only to the API. It is large, so a separate thread makes it, and the service spends neither time
 * nor memory on it. Everything that an HTML parser would take for the end of the script is in a string or an expression, which a backslash
 * does not change.
 */
const script = `${graphqlWs()};\n${js};\n${BOOT}`.replaceAll('</script', '<\\/script');
const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Open Ladder: explorer</title>
<link rel="icon" href="${ICON}">
<style>${css}${STYLE}</style>
</head>
<body class="no-focus-outline">
<noscript>The explorer needs JavaScript. The API is at ${API_ADDRESS}.</noscript>
<div id="root"></div>
<script>${script}</script>
</body>
</html>
`;

/** Only this script runs, and it sends requests only to its own origin. The editor's threads are in the page too. */
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const etag = `"${createHash('sha1').update(html).digest('base64url')}"`;
const page: CompressedPage = { body: gzipSync(html), policy, etag };
parentPort!.postMessage(page);
