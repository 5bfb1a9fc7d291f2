const part = encodeURIComponent;

/** Addresses of pages, so that no page spells another's. */
export const urls = {
  front: '/',
  league: (slug: string) => `/l/${part(slug)}`,
  player: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}`,
  match: (slug: string, externalId: string) => `/l/${part(slug)}/m/${part(externalId)}`,
  matches: (slug: string) => `/l/${part(slug)}/matches`,
  feed: (slug: string) => `/l/${part(slug)}/matches.atom`,
  duel: (slug: string, player: string, opponent: string) => `/l/${part(slug)}/vs/${part(player)}/${part(opponent)}`,
  live: (slug: string) => `/l/${part(slug)}/live`,
  stats: (slug: string) => `/l/${part(slug)}/stats`,
  about: (slug: string) => `/l/${part(slug)}/about`,
  person: (handle: string) => `/p/${part(handle)}`,
};
