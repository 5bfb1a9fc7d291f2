const part = encodeURIComponent;

/** The pages of a league in the order in which the console names them, by the ends of their addresses; the texts have a word for each. */
const ENDS = {
  ...{ overview: '', matches: '/matches', imports: '/import', players: '/players', rating: '/rating' },
  ...{ settings: '/settings', webhooks: '/webhooks', integrity: '/integrity', audit: '/audit', archive: '/archive' },
};

export type ConsoleTab = keyof typeof ENDS;
export const TABS = Object.keys(ENDS) as readonly ConsoleTab[];

/** The path of a tab, in the form of `/console/l/:league`. */
export function tabPath(tab: ConsoleTab): string {
  return `/console/l/:league${ENDS[tab]}`;
}

const league = (slug: string) => `/console/l/${part(slug)}`;
const tabs = Object.fromEntries(TABS.map((tab) => [tab, (slug: string) => league(slug) + ENDS[tab]]));

/** Addresses of the console's pages. */
export const places = {
  leagues: '/console',
  newLeague: '/console/new',
  tokens: '/console/tokens',
  signIn: '/console/sign-in',
  signOut: '/console/sign-out',
  league,
  ...(tabs as Readonly<Record<ConsoleTab, (slug: string) => string>>),
  newMatch: (slug: string) => `${league(slug)}/new-match`,
  match: (slug: string, externalId: string) => `${league(slug)}/m/${part(externalId)}`,
  import: (slug: string, id: string) => `${league(slug)}/import/${part(id)}`,
  /** The form of a rating system, with the settings of a preset, which shows a preview of the board. */
  ratingSystem: (slug: string, system: string, preset: string | null = null) =>
    `${league(slug)}/rating?${new URLSearchParams({ system, ...(preset !== null && { preset }) })}`,
  names: (slug: string) => `${league(slug)}/names`,
  player: (slug: string, handle: string) => `${league(slug)}/p/${part(handle)}`,
  /** A player, with the form that undoes the merge of a handle. */
  merged: (slug: string, into: string, handle: string) =>
    `${league(slug)}/p/${part(into)}?${new URLSearchParams({ merged: handle })}`,
  webhook: (slug: string, id: string) => `${league(slug)}/webhooks/${part(id)}`,
};
