import { defineFile, escapeXml as xml } from './file.js';
import { SiteCardDocument } from './operations.js';
import { displayedTo } from './parts/player.js';

const HEIGHT = 22;
const PADDING = 8;
/** Most characters of a name; a badge is part of a line of text. */
const LONGEST = 30;

/** A player's rank and rating as a small image, for profiles and signatures. */
export const badge = defineFile({
  path: '/l/:league/p/:player/badge.svg',
  type: 'image/svg+xml; charset=utf-8',
  document: SiteCardDocument,
  variables: ({ params }) => ({ league: params.league!, player: params.player!, hasPlayer: true }),
  find: ({ league }) => (league?.rating ? { league, rating: league.rating } : null),
  make: ({ league, rating }, { t, format, theme }) => {
    const rank = rating.rank === null ? t.unranked : `#${format.count(rating.rank)}`;
    const [about, state] = [shortLabel(league.name), `${rank} · ${displayedTo(rating.display, { t, format })}`];
    return drawBadge(about, state, t.named(about, state), theme.color);
  },
});

/** Draws a badge with two fields: the subject on the left, its state on the right. @param title both, in one line */
function drawBadge(about: string, state: string, title: string, color: string): string {
  const [left, right] = [widthOf(about) + 2 * PADDING, widthOf(state) + 2 * PADDING];
  const label = xml(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" viewBox="0 0 ${left + right} ${HEIGHT}" role="img" aria-label="${label}">
<title>${label}</title>
<clipPath id="plate"><rect width="${left + right}" height="${HEIGHT}" rx="4"/></clipPath>
<g clip-path="url(#plate)"><rect width="${left}" height="${HEIGHT}" fill="#35332d"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="${color}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${PADDING}" y="15" textLength="${left - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${xml(about)}</text>
<text x="${left + PADDING}" y="15" textLength="${right - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${xml(state)}</text>
</g>
</svg>
`;
}

function shortLabel(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
}

/** Estimates the width of a text in Verdana at 11 pixels. `textLength` then fits the letters to it. */
function widthOf(text: string): number {
  const widths = [...text].map((character) => (/[\u1100-\u{3ffff}]/u.test(character) ? 11 : 6.6));
  return Math.round(widths.reduce((sum, width) => sum + width, 0));
}
