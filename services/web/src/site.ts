import type { Ask } from './ask.js';
import { openAssets } from './assets.js';
import { badge } from './badge.js';
import { feed } from './feed.js';
import type { SiteRoute } from './http.js';
import { oembed } from './oembed.js';
import { about } from './pages/about.js';
import { board } from './pages/board.js';
import { duel } from './pages/duel.js';
import { embeddedBoard, embeddedPlayer } from './pages/embeds.js';
import { front } from './pages/front.js';
import { live, overlay } from './pages/live.js';
import { match } from './pages/match.js';
import { matches } from './pages/matches.js';
import { person } from './pages/person.js';
import { player } from './pages/player.js';
import { stats } from './pages/stats.js';
import { createRenderer } from './render.js';
import type { Theme } from './theme.js';

export interface SiteOptions {
  /** Answers GraphQL documents as the API does to the reader. */
  readonly ask: Ask;
  readonly theme: Theme;
  /** Of the service: pages that another version made are asked for again. */
  readonly version: string;
}

/** Every page of the site. */
const PAGES = [
  ...[front, board, player, match, matches, duel, live, stats, about, person],
  ...[embeddedBoard, embeddedPlayer, overlay],
];

/** What programs read of it. */
const FILES = [feed, badge, oembed];

/** The site: addresses in the form of `/l/:league`, and what is there. */
export function createSite({ ask, theme, version }: SiteOptions): readonly SiteRoute[] {
  const assets = openAssets(theme);
  const render = createRenderer({ ask, theme, assets, version });
  return [...PAGES.map(render.page), ...FILES.map(render.file), ...assets.routes];
}
