import { type Ask, failureOf, type TopLevelError } from './api-client.js';
import { noFile } from './export.js';
import type { SiteRoute } from './http.js';
import { SitePictureDocument, type SitePictureQuery } from './operations.js';

/** A year: the address names the content. */
const KEPT = 'public, max-age=31536000, immutable';

/** The pictures of public leagues. Only the address with the current picture's name has one. */
export function pictureRoute(ask: Ask): SiteRoute {
  return {
    path: '/l/:league/picture/:name',
    answer: async (request) => {
      const { league, name } = request.params;
      const given = await ask({ document: SitePictureDocument.toString(), variables: { league } }, { ip: request.ip });
      const { data, errors } = JSON.parse(given.readBody()) as { data?: SitePictureQuery; errors?: TopLevelError[] };
      const picture = data?.league?.picture;
      if (errors || !picture?.data || picture.name !== name) {
        const { status, retryAfter } = errors ? failureOf(given, errors) : { status: 404, retryAfter: null };
        return noFile(status, '', retryAfter);
      }
      const headers = {
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': KEPT,
        'content-type': picture.type,
      };
      return { status: 200, headers, body: Buffer.from(picture.data, 'base64') };
    },
  };
}
