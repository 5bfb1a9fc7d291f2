const part = encodeURIComponent;
const league = (slug: string) => `/console/l/${part(slug)}`;

/** Addresses of the console's pages. */
export const places = {
  leagues: '/console',
  newLeague: '/console/new',
  tokens: '/console/tokens',
  signIn: '/console/sign-in',
  signOut: '/console/sign-out',
  league,
  matches: (slug: string) => `${league(slug)}/matches`,
  newMatch: (slug: string) => `${league(slug)}/new-match`,
  match: (slug: string, externalId: string) => `${league(slug)}/m/${part(externalId)}`,
  imports: (slug: string) => `${league(slug)}/import`,
  import: (slug: string, id: string) => `${league(slug)}/import/${part(id)}`,
  integrity: (slug: string) => `${league(slug)}/integrity`,
  rating: (slug: string) => `${league(slug)}/rating`,
  /** The form of a rating system, with the settings of a preset, which shows what it would do to the board. */
  ratingSystem: (slug: string, system: string, preset: string | null = null) =>
    `${league(slug)}/rating?${new URLSearchParams({ system, ...(preset !== null && { preset }) })}`,
  players: (slug: string) => `${league(slug)}/players`,
  names: (slug: string) => `${league(slug)}/names`,
  player: (slug: string, handle: string) => `${league(slug)}/p/${part(handle)}`,
  /** A player, with the form that undoes the merge of a handle. */
  merged: (slug: string, into: string, handle: string) =>
    `${league(slug)}/p/${part(into)}?${new URLSearchParams({ merged: handle })}`,
  webhooks: (slug: string) => `${league(slug)}/webhooks`,
  webhook: (slug: string, id: string) => `${league(slug)}/webhooks/${part(id)}`,
  audit: (slug: string) => `${league(slug)}/audit`,
  settings: (slug: string) => `${league(slug)}/settings`,
  archive: (slug: string) => `${league(slug)}/archive`,
};
