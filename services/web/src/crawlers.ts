import { defineFile, escapeXml as xml } from './file.js';
import type { SiteResponse, SiteRoute } from './http.js';
import { SiteMapDocument } from './operations.js';
import { urls } from './page.js';
import { ICON_SVG, type Theme } from './theme.js';

const A_DAY = 'public, max-age=86400';

/** Files that browsers and crawlers request from every host. */
export function hostFiles({ hasSite }: Theme): readonly SiteRoute[] {
  const file = (path: string, type: string, bodyFor: (origin: string) => string): SiteRoute => ({
    path,
    answer: async ({ origin }): Promise<SiteResponse> => ({
      status: 200,
      headers: { 'content-type': type, 'cache-control': A_DAY, 'x-content-type-options': 'nosniff' },
      body: bodyFor(origin),
    }),
  });
  return [
    file('/favicon.ico', 'image/svg+xml; charset=utf-8', () => ICON_SVG),
    file('/robots.txt', 'text/plain; charset=utf-8', (origin) =>
      hasSite ? robots(origin) : 'User-agent: *\nDisallow: /\n',
    ),
  ];
}

/** Boards of past days are endless and outdated. https://www.rfc-editor.org/rfc/rfc9309 */
function robots(origin: string): string {
  const closed = ['/console', '/explorer', '/graphql', '/embed/', '/oembed', '/l/*?*day='];
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`;
}

/** The pages of the public leagues with the newest matches, and of their teams. https://www.sitemaps.org/protocol.html */
export const sitemap = defineFile({
  path: '/sitemap.xml',
  type: 'application/xml; charset=utf-8',
  document: SiteMapDocument,
  variables: () => ({}),
  find: ({ leagues }) => leagues,
  make: ({ nodes }, _, { origin }) => {
    const pages = nodes.flatMap(({ slug, lastMatchAt, teams }) => [
      ...[urls.league, urls.matches, urls.stats, urls.about].map((place) => entry(origin + place(slug), lastMatchAt)),
      ...teams.map(({ teamName }) => entry(origin + urls.team(slug, teamName), null)),
    ]);
    return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  ${[entry(origin + urls.front, null), ...pages].join('\n  ')}
</urlset>
`;
  },
});

function entry(address: string, changedAt: string | null): string {
  return `<url><loc>${xml(address)}</loc>${changedAt ? `<lastmod>${xml(changedAt)}</lastmod>` : ''}</url>`;
}
