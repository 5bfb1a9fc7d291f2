const part = encodeURIComponent;

/** Addresses of pages, so that no page spells another's. */
export const urls = {
  front: '/',
  league: (slug: string) => `/l/${part(slug)}`,
  player: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}`,
  match: (slug: string, externalId: string) => `/l/${part(slug)}/m/${part(externalId)}`,
  matches: (slug: string) => `/l/${part(slug)}/matches`,
  feed: (slug: string) => `/l/${part(slug)}/matches.atom`,
  badge: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}/badge.svg`,
  duel: (slug: string, player: string, opponent: string) => `/l/${part(slug)}/vs/${part(player)}/${part(opponent)}`,
  live: (slug: string) => `/l/${part(slug)}/live`,
  stats: (slug: string) => `/l/${part(slug)}/stats`,
  embed: (slug: string) => `/embed/l/${part(slug)}`,
  embeddedPlayer: (slug: string, handle: string) => `/embed/l/${part(slug)}/p/${part(handle)}`,
  about: (slug: string) => `/l/${part(slug)}/about`,
  person: (handle: string) => `/p/${part(handle)}`,
};
