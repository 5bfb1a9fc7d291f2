import { defineFile } from './file.js';
import { SiteCardDocument } from './operations.js';
import { BadQuery, type PageRequest } from './page.js';
import { nameOf } from './parts/player.js';
import { given, urls } from './urls.js';
import { escapeXml as xml } from './xml.js';

const BOARD = { width: 480, height: 460 };
const PLAYER = { width: 480, height: 420 };
/** Addresses of pages that have a card. */
const PATH = /^\/l\/([^/]+)(?:\/p\/([^/]+))?\/?$/;

/** Cards of boards and players for pages of others. https://oembed.com */
export const oembed = defineFile({
  path: '/oembed',
  type: 'application/json; charset=utf-8',
  document: SiteCardDocument,
  variables: (request) => {
    const { league, player } = pageOf(request);
    return { league, player: player ?? '-', hasPlayer: player !== undefined };
  },
  find: ({ league }) => (league && league.rating !== null ? league : null),
  make: ({ slug, name, rating }, { theme }, { origin, query }) => {
    const frame = rating ? urls.embeddedPlayer(slug, rating.player.handle) : urls.embed(slug);
    const title = rating ? `${nameOf(rating.player)} · ${name}` : name;
    const size = rating ? PLAYER : BOARD;
    const width = within(size.width, query.get('maxwidth'));
    const height = within(size.height, query.get('maxheight'));
    const html = `<iframe src="${xml(origin + frame)}" title="${xml(title)}" width="${width}" height="${height}" loading="lazy" frameborder="0"></iframe>`;
    const card = { version: '1.0', type: 'rich', title, provider_name: theme.name, provider_url: origin };
    return `${JSON.stringify({ ...card, html, width, height })}\n`;
  },
});

/** The page that the card is for. @throws BadQuery if this site has no such page */
function pageOf(request: PageRequest): { readonly league: string; readonly player: string | undefined } {
  const format = given(request, 'format');
  if (format !== undefined && format !== 'json') throw new BadQuery({ message: 'format must be json' });
  const url = given(request, 'url') ?? '';
  const path = URL.canParse(url) && new URL(url).origin === request.origin ? PATH.exec(new URL(url).pathname) : null;
  const [league, player] = (path?.slice(1) ?? []).map((part) => (part === undefined ? undefined : decoded(part)));
  if (league === undefined) {
    throw new BadQuery({ message: 'url must be the address of a league or a player of this site' });
  }
  return { league, player };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadQuery({ message: 'url must be percent-encoded' });
  }
}

function within(size: number, most: string | null): number {
  return most !== null && /^[1-9]\d{0,4}$/.test(most) ? Math.min(size, Number(most)) : size;
}
