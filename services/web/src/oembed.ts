import { canPictureMatch, PICTURE } from './card/cards.js';
import { defineFile, escapeXml as xml } from './file.js';
import { SiteCardDocument } from './operations.js';
import { BadQuery, given, type PageRequest, urls } from './page.js';
import { nameOf } from './parts/player.js';
import { matchTitleOf } from './parts/sides.js';

/** Room for ten places, and for a player with a chart and two lines about it. */
const FRAME = { width: 480, height: 520 };
/** Addresses of pages that have a card. */
const PATH = /^\/l\/([^/]+)(?:\/(p|m)\/([^/]+))?\/?$/;

/** Cards of boards, players and matches for other sites' pages; the card of a match is its picture. https://oembed.com */
export const oembed = defineFile({
  path: '/oembed',
  type: 'application/json; charset=utf-8',
  document: SiteCardDocument,
  variables: (request) => {
    const { league, player, match } = embeddedPage(request);
    return {
      ...{ league, player: player ?? '-', hasPlayer: player !== undefined },
      ...{ match: match ?? '-', hasMatch: match !== undefined, hasBoard: match === undefined },
    };
  },
  optional: ['league.match.expected'],
  find: ({ league }) => {
    if (!league || league.rating === null || league.match === null) return null;
    return league.match && !canPictureMatch(league.name, league.match.sides) ? null : league;
  },
  make: ({ slug, name, rating, match }, { theme, t }, { origin, query }) => {
    const provider = { version: '1.0', provider_name: theme.name, provider_url: origin };
    if (match) {
      const url = origin + urls.matchPicture(slug, match.externalId);
      const title = `${matchTitleOf(match.sides, t)} · ${name}`;
      const ratio = PICTURE.width / PICTURE.height;
      const highest = within(PICTURE.height, query.get('maxheight'));
      const width = Math.floor(Math.min(within(PICTURE.width, query.get('maxwidth')), highest * ratio));
      const height = Math.min(Math.round(width / ratio), highest);
      return `${JSON.stringify({ ...provider, type: 'photo', title, url, width, height })}\n`;
    }
    const frame = rating ? urls.embeddedPlayer(slug, rating.player.handle) : urls.embed(slug);
    const title = rating ? `${nameOf(rating.player)} · ${name}` : name;
    const width = within(FRAME.width, query.get('maxwidth'));
    const height = within(FRAME.height, query.get('maxheight'));
    const html = `<iframe src="${xml(origin + frame)}" title="${xml(title)}" width="${width}" height="${height}" loading="lazy" frameborder="0"></iframe>`;
    return `${JSON.stringify({ ...provider, type: 'rich', title, html, width, height })}\n`;
  },
});

/** The page that the card is for. @throws BadQuery if this site has no such page */
function embeddedPage(request: PageRequest): {
  readonly league: string;
  readonly player?: string;
  readonly match?: string;
} {
  const format = given(request, 'format');
  if (format !== undefined && format !== 'json') throw new BadQuery({ message: 'format must be json' }, 501);
  const url = given(request, 'url') ?? '';
  const path = URL.canParse(url) && new URL(url).origin === request.origin ? PATH.exec(new URL(url).pathname) : null;
  const [league, kind, subject] = (path?.slice(1) ?? []).map((part) =>
    part === undefined ? undefined : decoded(part),
  );
  if (league === undefined) {
    const refusal = { message: 'url must be the address of a league, a player or a match of this site' };
    throw new BadQuery(refusal, url === '' ? 400 : 404);
  }
  if (subject === undefined) return { league };
  return kind === 'p' ? { league, player: subject } : { league, match: subject };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadQuery({ message: 'url must be percent-encoded' }, 404);
  }
}

function within(size: number, most: string | null): number {
  return most !== null && /^[1-9]\d{0,4}$/.test(most) ? Math.min(size, Number(most)) : size;
}
