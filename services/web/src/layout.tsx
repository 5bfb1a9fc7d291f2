import type { ComponentChildren } from 'preact';
import type { Assets } from './assets.js';
import { PICTURE } from './card/cards.js';
import { places } from './console/urls.js';
import { queryOf } from './http.js';
import { type Head, urls } from './page.js';
import { ICON, ICON_PATH } from './theme.js';
import { timePatternsOf, useUi } from './ui.js';

interface DocumentProps {
  readonly head: Head;
  readonly assets: Assets;
  /** The address of the service for the reader. Previews need absolute addresses. */
  readonly origin: string;
  /** Path and query of the page. */
  readonly url: string;
  /** Whether it is framed by another site's page. */
  readonly isEmbed: boolean;
  /** The accent of the page's league; see `accentOf`. */
  readonly accent?: string | number | undefined;
  /** Replaces the header of the site. */
  readonly top?: ComponentChildren;
  /** Whether it has times. */
  readonly hasTimes?: boolean;
  readonly children: ComponentChildren;
}

/** Scripts of all pages, and of pages with a search. */
const SCRIPTS = ['zone'];
const SEARCH_SCRIPTS = ['suggest'];

/** The HTML document around the content of a page. */
export function Document({
  head,
  assets,
  origin,
  url,
  isEmbed,
  accent,
  top,
  hasTimes = !top,
  children,
}: DocumentProps) {
  const { t, theme, locale, format } = useUi();
  const { title, description, feed, picture, isUnlisted } = head;
  const colors = isEmbed ? queryOf({ url }).get('colors') : null;
  const scheme = colors === 'dark' || colors === 'light' ? colors : '';
  const fullTitle = title ? `${title} · ${theme.name}` : theme.name;
  return (
    <html lang={locale.language} class={isEmbed ? `embed ${scheme}`.trim() : undefined} {...timePatternsOf(locale.tag)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{fullTitle}</title>
        <meta name="description" content={description} />
        {isUnlisted || isEmbed ? (
          <meta name="robots" content="noindex" />
        ) : (
          <link rel="canonical" href={origin + url.split('?', 1)[0]} />
        )}
        <meta name="color-scheme" content={scheme || 'light dark'} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={theme.name} />
        <meta property="og:title" content={title || theme.name} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={origin + url} />
        <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
        {picture && (
          <>
            <meta property="og:image" content={origin + picture} />
            <meta property="og:image:type" content="image/png" />
            <meta property="og:image:width" content={String(PICTURE.width)} />
            <meta property="og:image:height" content={String(PICTURE.height)} />
            <meta property="og:image:alt" content={description} />
          </>
        )}
        <meta name="theme-color" content={theme.color} />
        {isEmbed && <base target="_top" />}
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={assets.styles} />
        {feed && <link rel="alternate" type="application/atom+xml" title={fullTitle} href={feed} />}
        {head.isCard && (
          <link
            rel="alternate"
            type="application/json+oembed"
            title={fullTitle}
            href={`${origin}/oembed?url=${encodeURIComponent(origin + url)}`}
          />
        )}
        {[...SCRIPTS, ...(isEmbed || top ? [] : SEARCH_SCRIPTS), ...(head.scripts ?? [])].map((name) => (
          // Times in the reader's form can be longer: nothing is painted before the script has rewritten them.
          <script type="module" src={assets.scripts.get(name)} {...(name === 'zone' && { blocking: 'render' })} />
        ))}
      </head>
      {isEmbed ? (
        <body>
          <main id="main" data-hue={accent}>
            {children}
          </main>
        </body>
      ) : (
        <body>
          <a class="skip" href="#main">
            {t.skipToContent}
          </a>
          {top ?? <SiteHeader url={url} />}
          <main id="main" data-hue={accent}>
            {children}
          </main>
          <footer class="site">
            {/* The front page begins with it. */}
            {url !== urls.front && <p>{t.promise}</p>}
            {/* A script writes times in the reader's zone, and names the zone here. */}
            {hasTimes && (
              <p>
                {t.timesIn}{' '}
                <span data-zone={t.zoneOfReader}>{accent === undefined ? t.zoneOfLeague : format.zone}</span>
              </p>
            )}
            <p>
              <a href={urls.docs()}>{t.docs.title}</a> · <a href="/explorer">{t.explorer}</a> ·{' '}
              <a href={places.leagues}>{t.console.title}</a>
            </p>
          </footer>
        </body>
      )}
    </html>
  );
}

function SiteHeader({ url }: Pick<DocumentProps, 'url'>) {
  const { t, theme } = useUi();
  // An address can be anything here, even an invalid URL.
  const text = url.split('?', 1)[0] === urls.search ? queryOf({ url }).get('q') : null;
  return (
    <header class="site">
      <Brand href={urls.front}>{theme.name}</Brand>
      <SearchForm text={text ?? ''} />
      <nav aria-label={t.site}>
        <a href={`${urls.front}#leagues`}>{t.leagues}</a>
        {theme.links.map((link) => (
          <a href={link.url} rel="noopener">
            {link.label}
          </a>
        ))}
      </nav>
    </header>
  );
}

interface BrandProps {
  readonly href: string;
  /** Content beside the logo. */
  readonly children: ComponentChildren;
}

/** The logo and the name at the top of every page. */
export function Brand({ href, children }: BrandProps) {
  const { logo } = useUi().theme;
  return (
    <a class="brand" href={href}>
      {logo ? (
        <img src={logo} alt="" width="28" height="28" />
      ) : (
        // A separate image takes a slow phone longer to draw.
        <svg viewBox="0 0 16 16" width="28" height="28" aria-hidden="true">
          <path fill="#c80" d={ICON_PATH} />
        </svg>
      )}
      <span>{children}</span>
    </a>
  );
}

/** The longest text that the API accepts. */
export const LONGEST_SEARCH = 200;

interface SearchFormProps {
  /** Its initial text. */
  readonly text: string;
  /** Whether it searches the documentation, and not everything else. */
  readonly isOfDocs?: boolean;
}

/** A search field. */
export function SearchForm({ text, isOfDocs = false }: SearchFormProps) {
  const { t } = useUi();
  return (
    <search>
      <form action={isOfDocs ? urls.docs('search') : urls.search}>
        <input
          name="q"
          type="search"
          aria-label={isOfDocs ? t.docs.search : t.searchHint}
          placeholder={isOfDocs ? t.docs.search : t.searchPlaceholder}
          value={text}
          maxLength={LONGEST_SEARCH}
          required
          data-suggest={isOfDocs ? undefined : ''}
        />
        <button type="submit">{t.search}</button>
      </form>
    </search>
  );
}
