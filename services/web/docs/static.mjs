// Writes the documentation as files for any web server, or for a browser without one. The pages are those of the service, with links from
// file to file; a script searches in place of the service.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FROM = new URL('../dist/docs-pages/', import.meta.url);
/** The default appearance of the site. */
const THEME = { hasSite: false, name: 'Open Ladder', logo: null, color: '#0f6b5c', links: [] };

/** @param folder is replaced */
export async function writeStaticDocs(folder) {
  const { createSite } = await import('../dist/index.js');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const ask = () => Promise.reject(new Error('Pages of the documentation ask nothing of the API.'));
  const takeTurn = async () => ({ end: () => undefined });
  const { routes } = createSite({
    ask,
    takeTurn,
    sessions: {},
    uploads: {},
    theme: THEME,
    command: 'openladder',
    version,
  });
  const answer = async (path, params = {}) => {
    const route = routes.find((one) => one.path === path);
    const request = { url: path.replace(':page', params.page), params, headers: {}, ip: '', origin: '', body: [] };
    return String((await route.answer(request)).body);
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  cpSync(new URL('images/', FROM), join(folder, 'images'), { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const styles = routes.find(({ path }) => path.endsWith('.css')).path;
  write(styles, await answer(styles));
  write('index.html', standAlone(await answer('/docs')));
  for (const { slug } of JSON.parse(readFileSync(new URL('contents.json', FROM), 'utf8')).flatMap(
    ({ pages }) => pages,
  )) {
    write(`${slug}.html`, standAlone(await answer('/docs/:page', { page: slug })));
    copyFileSync(new URL(`${slug}.md`, FROM), join(folder, `${slug}.md`));
  }
  const scripts = ['minisearch', 'search-index', 'search'].map((name) => `<script src="assets/${name}.js"></script>`);
  write('search.html', standAlone(await answer('/docs/search')).replace('</body>', `${scripts.join('')}</body>`));
  const minisearch = dirname(dirname(createRequire(import.meta.url).resolve('minisearch')));
  copyFileSync(join(minisearch, 'umd/index.js'), join(folder, 'assets/minisearch.js'));
  write(
    'assets/search-index.js',
    `const INDEX = ${JSON.stringify(readFileSync(new URL('search.json', FROM), 'utf8'))};\n`,
  );
  write('assets/search.js', SEARCH);
}

/** A page with links to files beside it, without the parts that need the service. */
function standAlone(html) {
  return html
    .replace(/<footer class="site">.*?<\/footer>/s, '')
    .replaceAll(/<script [^>]*><\/script>|<meta property="og:url"[^>]*>/g, '')
    .replaceAll(/(href|src|action)="\/docs\/(images\/[^"]*|[\w-]+\.md)"/g, '$1="$2"')
    .replaceAll(/(href|action)="\/docs\/([\w-]+)(#[^"]*)?"/g, '$1="$2.html$3"')
    .replaceAll('href="/docs"', 'href="index.html"')
    .replaceAll('href="/assets/', 'href="assets/');
}

/** Searches like services/web/src/docs/library.ts. */
const SEARCH = `
const text = new URLSearchParams(location.search).get('q') ?? '';
document.querySelector('[name=q]').value = text;
const options = { prefix: (word) => word.length > 2, fuzzy: (word) => (word.length > 4 ? 0.15 : false), boost: { title: 4, heading: 3 } };
const index = MiniSearch.loadJSON(INDEX, { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'address', 'excerpt'] });
let found = index.search(text, { ...options, combineWith: 'AND' });
if (found.length === 0) found = index.search(text, options);
const list = document.querySelector('.found');
for (const { title, heading, address, excerpt } of found.slice(0, 20)) {
  const item = list.appendChild(document.createElement('li'));
  const link = item.appendChild(document.createElement('a'));
  link.href = address.replace(/^\\/docs\\/([\\w-]+)/, '$1.html');
  link.textContent = heading ? title + ': ' + heading : title;
  const words = item.appendChild(document.createElement('p'));
  words.className = 'quiet';
  words.textContent = excerpt;
}
if (text && found.length === 0) list.insertAdjacentText('beforebegin', 'Nothing here has these words.');
`;
