import type { Ask } from './ask.js';
import { openAssets } from './assets.js';
import type { SiteRoute } from './http.js';
import { board } from './pages/board.js';
import { front } from './pages/front.js';
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
const PAGES = [front, board];

/** The site: addresses in the form of `/l/:league`, and what is there. */
export function createSite({ ask, theme, version }: SiteOptions): readonly SiteRoute[] {
  const assets = openAssets(theme);
  const render = createRenderer({ ask, theme, assets, version });
  return [...PAGES.map((page) => ({ path: page.path, answer: render(page) })), ...assets.routes];
}
