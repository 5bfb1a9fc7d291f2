import type { Ask, TakeTurn } from './api-client.js';
import { openAssets } from './assets.js';
import { badge } from './badge.js';
import { leaguePicture, matchPicture, playerPicture } from './card/cards.js';
import { consoleRoutes } from './console/console.js';
import type { Sessions } from './console/session.js';
import type { Uploads } from './console/uploads.js';
import { hostFiles, sitemap } from './crawlers.js';
import { docsRoutes } from './docs/docs.js';
import { exportRoutes } from './export.js';
import { feed } from './feed.js';
import type { SiteRequest, SiteResponse, SiteRoute } from './http.js';
import { pictureRoute } from './league-picture.js';
import { oembed } from './oembed.js';
import { createLeagueZones } from './page.js';
import { about } from './pages/about.js';
import { board } from './pages/board.js';
import { compare } from './pages/compare.js';
import { duel } from './pages/duel.js';
import { embeddedBoard, embeddedPlayer } from './pages/embeds.js';
import { front } from './pages/front.js';
import { live, overlay, queue } from './pages/live.js';
import { match } from './pages/match.js';
import { matches } from './pages/matches.js';
import { person } from './pages/person.js';
import { player } from './pages/player.js';
import { search } from './pages/search.js';
import { stats } from './pages/stats.js';
import { team } from './pages/team.js';
import { year } from './pages/year.js';
import { createRenderer } from './render.js';
import type { Theme } from './theme.js';

export interface SiteOptions {
  /** Answers a GraphQL document like the API, with the rights of the reader. */
  readonly ask: Ask;
  readonly takeTurn: TakeTurn;
  readonly sessions: Sessions;
  readonly uploads: Uploads;
  readonly theme: Theme;
  /** How to call commands of the service, such as `openladder`. */
  readonly command: string;
  /** Version of the service. It is part of every ETag, so that an upgrade renews all pages. */
  readonly version: string;
  /** Version of the files on the disk, which the next start would run. */
  readonly installedVersion: () => string;
}

/** Every page of the site. */
const PAGES = [
  ...[front, search, board, player, match, matches, duel, compare, live, queue, stats, year, team, about, person],
  ...[embeddedBoard, embeddedPlayer, overlay],
];

/** Files for programs. */
const FILES = [feed, sitemap, badge, oembed, leaguePicture, playerPicture, matchPicture];

/** The site, ready to be mounted in a server. */
export interface Site {
  /** Addresses, such as `/l/:league`, with their handlers. */
  readonly routes: readonly SiteRoute[];
  /** The page for a browser whose request failed with a status, such as 404 without a route. */
  problem(request: Omit<SiteRequest, 'params'>, status: number): SiteResponse;
}

export function createSite(options: SiteOptions): Site {
  const { ask, takeTurn, theme, version } = options;
  const assets = openAssets(theme);
  const zones = createLeagueZones();
  const render = createRenderer({ ask, takeTurn, theme, assets, zones, version });
  return {
    routes: [
      ...(theme.hasSite ? [...PAGES.map(render.page), ...FILES.map(render.file), render.missing('/l/:league/*')] : []),
      // The console shows them as well.
      pictureRoute(ask),
      ...hostFiles(theme),
      ...docsRoutes(render),
      ...exportRoutes(ask, theme.hasSite),
      ...consoleRoutes({ ...options, assets, zones }),
      ...assets.routes,
    ],
    problem: (request, status) => render.problem({ ...request, params: {} }, status),
  };
}
