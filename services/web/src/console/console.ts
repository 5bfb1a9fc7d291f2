import type { SiteRoute } from '../http.js';
import { refusedRowsRoute, suggestionsRoute } from './files.js';
import type { AnyConsolePage } from './page.js';
import { archive } from './pages/archive.js';
import { audit } from './pages/audit.js';
import { importOf, imports } from './pages/imports.js';
import { integrity } from './pages/integrity.js';
import { league } from './pages/league.js';
import { leagues } from './pages/leagues.js';
import { match } from './pages/match.js';
import { matches } from './pages/matches.js';
import { newLeague } from './pages/new-league.js';
import { newMatch } from './pages/new-match.js';
import { player } from './pages/player.js';
import { players } from './pages/players.js';
import { rating } from './pages/rating.js';
import { settings } from './pages/settings.js';
import { tokens } from './pages/tokens.js';
import { webhook, webhooks } from './pages/webhooks.js';
import { consolePages } from './render.js';
import { signInRoutes } from './sign-in.js';
import type { ConsoleNeeds } from './visit.js';

/** Every page of the console. */
export const CONSOLE_PAGES: readonly AnyConsolePage[] = [
  leagues,
  newLeague,
  league,
  matches,
  newMatch,
  imports,
  importOf,
  match,
  rating,
  settings,
  archive,
  players,
  player,
  integrity,
  webhooks,
  webhook,
  audit,
  tokens,
];

/** The console: administrators' tasks, page by page, and how they sign in. */
export function consoleRoutes(needs: ConsoleNeeds): readonly SiteRoute[] {
  return [
    ...signInRoutes(needs),
    refusedRowsRoute(needs.uploads),
    suggestionsRoute(needs),
    ...CONSOLE_PAGES.flatMap(consolePages(needs)),
  ];
}
