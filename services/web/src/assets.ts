import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { CachedBody, headerOf, isNamed, type SiteRequest, type SiteResponse, type SiteRoute } from './http.js';
import { type Theme, themeStyles } from './theme.js';

const STYLES = new URL('../styles/', import.meta.url);
const ISLANDS = new URL('./islands/', import.meta.url);
/** Comments on separate lines, which are not sent. */
const COMMENTS = /^\s*(\/\/.*|\/\*[\s\S]*?\*\/)\n?/gm;
const INDENTS = /^ +/gm;
/** Browsers may keep a file forever, because its name changes with its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The level of gzip for files that are compressed once. */
const SMALLEST = 9;

/** Style sheets and scripts that pages use. */
export interface Assets {
  readonly routes: readonly SiteRoute[];
  /** Address of the style sheet. */
  readonly styles: string;
  /** Addresses of scripts by their names, such as `zone`. */
  readonly scripts: ReadonlyMap<string, string>;
}

/** Reads the styles and scripts of the site. The name of each file has a hash of its content. */
export function openAssets(theme: Theme): Assets {
  const sheets = readdirSync(STYLES).sort();
  const css = sheets.map((name) => readFileSync(new URL(name, STYLES), 'utf8')).join('\n') + themeStyles(theme);
  const styles = asset('site', 'css', 'text/css', css.replace(COMMENTS, '').replace(INDENTS, ''));
  const scripts = new Map(
    readdirSync(ISLANDS)
      .filter((name) => name.endsWith('.js'))
      .map((file) => {
        const name = file.slice(0, -'.js'.length);
        const source = readFileSync(new URL(file, ISLANDS), 'utf8').replace(COMMENTS, '');
        return [name, asset(name, 'js', 'text/javascript', source)];
      }),
  );
  return {
    routes: [styles, ...scripts.values()],
    styles: styles.path,
    scripts: new Map(Array.from(scripts, ([name, { path }]) => [name, path])),
  };
}

function asset(name: string, extension: string, type: string, text: string): SiteRoute {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  const etag = `"${hash}"`;
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': FOR_EVER,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    etag: `W/${etag}`,
  };
  const kept = new CachedBody(text, SMALLEST);
  const answer = async (request: SiteRequest): Promise<SiteResponse> => {
    if (isNamed(headerOf(request, 'if-none-match'), etag)) return { status: 304, headers, body: '' };
    return kept.send(headers, headerOf(request, 'accept-encoding'));
  };
  return { path: `/assets/${name}-${hash}.${extension}`, answer, isNeverRefused: true };
}
