import type { ComponentChildren } from 'preact';
import { CachedBody, headerOf, queryOf, type SiteRequest, type SiteRoute } from '../http.js';
import { Brand, LONGEST_SEARCH, SearchForm } from '../layout.js';
import { urls } from '../page.js';
import type { createRenderer, Fixed } from '../render.js';
import { useUi } from '../ui.js';
import { type Contents, type DocsPage, type Found, readContents, readImage, readPage, searchDocs } from './library.js';

const MAX_FOUND = 20;
/** A search takes about 10 ms. */
const SEARCH_POINTS = 1_000;
const A_DAY = 'public, max-age=86400';

/** The documentation at /docs: its contents, its pages, the plain text of each, and a search. */
export function docsRoutes(render: ReturnType<typeof createRenderer>): readonly SiteRoute[] {
  const page = render.fixed('/docs/:page', ({ params }) => showPage(params.page!));
  return [
    render.fixed('/docs', showContents),
    render.fixed('/docs/search', showSearch, SEARCH_POINTS),
    {
      path: page.path,
      answer: async (request) => (await sendText(request)) ?? page.answer(request),
    },
    {
      path: '/docs/images/:name',
      answer: async (request) => {
        const image = await readImage(request.params.name!);
        if (!image) return render.problem(request, 404);
        return { status: 200, headers: headersOf('image/webp'), body: image };
      },
    },
  ];
}

const headersOf = (type: string) => ({
  'content-type': type,
  'cache-control': A_DAY,
  'x-content-type-options': 'nosniff',
});

/** `import.md` is the plain text of the page `import`. */
async function sendText(request: SiteRequest) {
  const slug = request.params.page!.match(/^([\w-]+)\.md$/)?.[1];
  if (slug === undefined || !findPage(await readContents(), slug)) return null;
  const body = new CachedBody(await readPage(slug, 'md'));
  const headers = { ...headersOf('text/markdown; charset=utf-8'), vary: 'accept-encoding' };
  return body.send(headers, headerOf(request, 'accept-encoding'));
}

function findPage(contents: Contents, slug: string): DocsPage | undefined {
  return contents.flatMap(({ pages }) => pages).find((page) => page.slug === slug);
}

async function showPage(slug: string): Promise<Fixed | null> {
  const contents = await readContents();
  const page = findPage(contents, slug);
  if (!page) return null;
  const html = await readPage(slug, 'html');
  return {
    head: () => ({ title: page.title, description: page.description }),
    top: () => <Top />,
    view: () => (
      <Frame contents={contents} page={page}>
        <h1>{page.title}</h1>
        <Outline page={page} />
        {/* Our own build makes it from our own files. */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
        <PlainText page={page} />
      </Frame>
    ),
  };
}

async function showContents(): Promise<Fixed> {
  const contents = await readContents();
  return {
    head: ({ t }) => ({ title: t.docs.title, description: t.docs.description }),
    top: () => <Top />,
    view: ({ t }) => (
      <div class="docs contents">
        <h1>{t.docs.title}</h1>
        {contents.map((section) => (
          <section lang="en">
            <h2>{section.title}</h2>
            <dl>
              {section.pages.map(({ slug, title, description }) => (
                <div>
                  <dt>
                    <a href={urls.docs(slug)}>{title}</a>
                  </dt>
                  <dd class="quiet">{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    ),
  };
}

async function showSearch(request: SiteRequest): Promise<Fixed> {
  const text = (queryOf(request).get('q') ?? '').trim().slice(0, LONGEST_SEARCH);
  const [contents, found] = await Promise.all([readContents(), text ? searchDocs(text, MAX_FOUND) : []]);
  return {
    head: ({ t }) => ({ title: t.docs.search, description: t.docs.description, isUnlisted: true }),
    top: () => <Top text={text} />,
    view: ({ t }) => (
      <Frame contents={contents}>
        <h1>{t.docs.search}</h1>
        {text && found.length === 0 && <p>{t.nothingFound(text)}</p>}
        <ol class="found" lang="en">
          {found.map((one) => (
            <Result found={one} />
          ))}
        </ol>
      </Frame>
    ),
  };
}

function Result({ found: { address, title, heading, excerpt } }: { readonly found: Found }) {
  return (
    <li>
      <a href={address}>{heading ? `${title}: ${heading}` : title}</a>
      <p class="quiet">{excerpt}</p>
    </li>
  );
}

interface FrameProps {
  readonly contents: Contents;
  /** The present page. */
  readonly page?: DocsPage;
  readonly children: ComponentChildren;
}

function Frame({ contents, page, children }: FrameProps) {
  const { t, locale } = useUi();
  return (
    <div class="docs">
      <nav aria-label={t.docs.contents}>
        <details>
          <summary>{t.docs.contents}</summary>
          {contents.map((section) => (
            <section lang="en">
              <p class="quiet">{section.title}</p>
              <ul>
                {section.pages.map(({ slug, title }) => (
                  <li>
                    <a href={urls.docs(slug)} aria-current={slug === page?.slug ? 'page' : undefined}>
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </details>
      </nav>
      <article lang={page && locale.language !== 'en' ? 'en' : undefined}>{children}</article>
    </div>
  );
}

function Outline({ page: { headings } }: { readonly page: DocsPage }) {
  const { t, locale } = useUi();
  if (headings.length < 2) return null;
  return (
    <details class="outline">
      <summary lang={locale.language}>{t.docs.onThisPage}</summary>
      <ul>
        {headings.map(({ id, text }) => (
          <li>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function PlainText({ page: { slug } }: { readonly page: DocsPage }) {
  const { t, locale } = useUi();
  return (
    <p class="quiet" lang={locale.language}>
      <a href={`${urls.docs(slug)}.md`}>{t.docs.plainText}</a>
      {locale.language !== 'en' && ` · ${t.docs.inEnglish}`}
    </p>
  );
}

/** The header, which searches the documentation instead of the leagues. */
function Top({ text = '' }: { readonly text?: string }) {
  const { t, theme } = useUi();
  return (
    <header class="site">
      <Brand href={theme.hasSite ? urls.front : urls.docs()}>{theme.name}</Brand>
      <SearchForm text={text} isOfDocs />
      <nav aria-label={t.site}>
        {theme.hasSite && <a href={urls.front}>{t.leagues}</a>}
        <a href={urls.docs()}>{t.docs.title}</a>
      </nav>
    </header>
  );
}
