// Makes the pages of /docs from the Markdown of the repository and from the code, in dist/docs-pages: for each page its HTML and its plain text, the
// contents, and a search index. The build calls it; nothing is written if no source has changed.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';
import MiniSearch from 'minisearch';
import { SECTIONS } from './pages.mjs';
import { referencePages, settingsText } from './reference.mjs';

const ROOT = new URL('../../../', import.meta.url);
const OUT = new URL('../dist/docs-pages/', import.meta.url);
/** Where the pages are written first, so that a running service keeps the previous ones. */
const NEXT = new URL('../dist/docs-pages-next/', import.meta.url);
const PAGES = SECTIONS.flatMap(({ pages }) => pages);
const IMAGES = 'docs/images/';
/** Markdown links and images to files of the repository. */
const LINK = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\((?!\w+:)([^)#\s]*)(#[^)\s]+)?\)/g;
/** Options of the index, which must equal those of its reader: services/web/src/docs/library.ts. */
const INDEXED = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'address', 'excerpt'] };
const EXCERPT = 200;

/** @returns whether anything had changed */
export async function writeDocs() {
  const stamp = stampOf();
  const stampFile = new URL('stamp', OUT);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  rmSync(NEXT, { recursive: true, force: true });
  mkdirSync(NEXT, { recursive: true });
  cpSync(new URL(IMAGES, ROOT), new URL('images/', NEXT), { recursive: true });
  const texts = await readTexts();
  const rendered = PAGES.map((page) => ({ ...page, ...render(page, texts.get(page.slug)) }));
  for (const { slug, html, text } of rendered) {
    writeFileSync(new URL(`${slug}.html`, NEXT), html);
    writeFileSync(new URL(`${slug}.md`, NEXT), text);
  }
  const bySlug = new Map(rendered.map((page) => [page.slug, page]));
  const contents = SECTIONS.map(({ title, pages }) => ({
    title,
    pages: pages.map(({ slug }) => {
      const { title, description, headings } = bySlug.get(slug);
      return { slug, title, description, headings };
    }),
  }));
  writeFileSync(new URL('contents.json', NEXT), JSON.stringify(contents));
  const index = new MiniSearch(INDEXED);
  index.addAll(rendered.flatMap(({ parts }) => parts));
  writeFileSync(new URL('search.json', NEXT), JSON.stringify(index));
  writeFileSync(new URL('stamp', NEXT), stamp);
  rmSync(OUT, { recursive: true, force: true });
  renameSync(NEXT, OUT);
  return true;
}

/** Changes with all sources of the pages. */
function stampOf() {
  const hash = createHash('sha256');
  const add = (path) => hash.update(path).update(readFileSync(new URL(path, ROOT)));
  const folders = ['services/web/docs/', 'services/api/src/cli/', 'schema/operations/', IMAGES];
  const listed = folders.flatMap((folder) => readdirSync(new URL(folder, ROOT)).map((name) => folder + name));
  const raters = PAGES.filter(({ rater }) => rater).map(({ rater }) => `packages/${rater}/src/settings.ts`);
  const files = [
    ...PAGES.flatMap(({ file }) => file ?? []),
    ...PAGES.flatMap(({ programs = [] }) => programs),
    ...listed,
    ...raters,
  ];
  for (const path of [...files, 'schema/schema.graphql', 'schema/rules.json', 'schema/fragments.graphql']) add(path);
  return hash.digest('hex');
}

/** The Markdown of each page, whose links lead to pages of /docs. */
async function readTexts() {
  const { openladder } = await import(new URL('services/api/dist/main.js', ROOT).href);
  const references = referencePages(ROOT, await openladder());
  const texts = new Map();
  for (const page of PAGES) {
    const { slug, file, reference, rater, programs = [] } = page;
    const written = reference ? references[reference] : readFileSync(new URL(file, ROOT), 'utf8');
    const text = rewrite(written, file ?? `docs/${slug}.md`);
    if (!rater) {
      const shown = programs.map((path) => `\n## ${path}\n\n${fenced(readFileSync(new URL(path, ROOT), 'utf8'))}\n`);
      texts.set(slug, text + shown.join(''));
    } else {
      const { title, settings } = await raterOf(rater);
      page.label = title;
      texts.set(slug, `${text.trimEnd()}\n\n${settingsText(settings)}\n`);
    }
  }
  return texts;
}

function fenced(code) {
  return `\`\`\`\n${code.trimEnd()}\n\`\`\``;
}

async function raterOf(name) {
  const { rater } = await import(new URL(`packages/${name}/dist/index.js`, ROOT).href);
  return rater;
}

/** Links to files that are pages lead to these pages; links to other files of the repository are removed. */
function rewrite(text, file) {
  return text.replaceAll(LINK, (all, image, words, path, anchor = '') => {
    if (path === '') return all;
    const target = posix.join(posix.dirname(file), path).replace(/\/$/, '');
    if (image || target.startsWith(IMAGES)) return `${image}[${words}](/docs/images/${posix.basename(target)})`;
    const page = PAGES.find((one) =>
      [one.file, `docs/${one.slug}.md`].some((at) => at === target || at === `${target}/README.md`),
    );
    if (page) return `[${words}](/docs/${page.slug}${anchor})`;
    const showing = PAGES.find(({ programs }) => programs?.includes(target));
    return showing ? `[${words}](/docs/${showing.slug}#${new GithubSlugger().slug(target)})` : words;
  });
}

/** @returns the parts of a page: its HTML without the title, its headings, and its sections for the search */
function render({ slug, label }, text) {
  const slugger = new GithubSlugger();
  const headings = [];
  let title = label;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: raw }) {
        const id = slugger.slug(plain(raw));
        if (depth === 1) {
          title ??= plain(raw);
          return '';
        }
        headings.push({ depth, id, text: plain(raw) });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Readers without a mouse need focus to scroll.
      code({ text: code }) {
        return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;
      },
      table(token) {
        const cells = (row, tag) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = `<thead><tr>${cells(token.header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</tr></thead>`;
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text);
  const parts = sectionsOf(slug, title, text);
  return {
    html,
    text,
    title,
    headings: headings.filter(({ depth }) => depth === 2),
    description: parts[0].excerpt,
    parts,
  };
}

/** The text under each heading. */
function sectionsOf(slug, title, text) {
  const slugger = new GithubSlugger();
  const sections = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, raw] = (!isCode && line.match(/^(#+) (.+)$/)) || [];
    if (!marks) sections.at(-1)?.lines.push(line);
    else {
      const id = slugger.slug(plain(raw));
      const isTitle = marks.length === 1;
      const address = isTitle ? `/docs/${slug}` : `/docs/${slug}#${id}`;
      sections.push({ address, heading: isTitle ? '' : plain(raw), lines: [] });
    }
  }
  return sections.map(({ address, heading, lines }) => {
    const whole = lines.join('\n');
    const words = plain(whole);
    const prose = plain(whole.replaceAll(/^```.*?^```$/gms, ''));
    const excerpt = prose.length > EXCERPT ? `${prose.slice(0, prose.lastIndexOf(' ', EXCERPT))} …` : prose;
    return { id: address, address, title, heading, text: words, excerpt };
  });
}

/** Markdown without its marks, on one line. */
function plain(text) {
  return text
    .replaceAll(/`[^`]*`/g, (code) => code.replaceAll('<', '&lt;'))
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?\w+[^>]*>/g, '')
    .replaceAll(/[`*|]|\\(?=[[\]])|-{3,}/g, '')
    .replaceAll(/^ *- /gm, '')
    .replaceAll('&lt;', '<')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
