const part = encodeURIComponent;

/** The addresses of all pages, in one place. */
export const urls = {
  front: '/',
  search: '/search',
  league: (slug: string) => `/l/${part(slug)}`,
  player: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}`,
  match: (slug: string, externalId: string) => `/l/${part(slug)}/m/${part(externalId)}`,
  leaguePicture: (slug: string) => `/l/${part(slug)}/card.png`,
  playerPicture: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}/card.png`,
  matches: (slug: string) => `/l/${part(slug)}/matches`,
  feed: (slug: string) => `/l/${part(slug)}/matches.atom`,
  badge: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}/badge.svg`,
  duel: (slug: string, player: string, opponent: string) => `/l/${part(slug)}/vs/${part(player)}/${part(opponent)}`,
  live: (slug: string) => `/l/${part(slug)}/live`,
  overlay: (slug: string) => `/embed/l/${part(slug)}/live`,
  queue: (slug: string) => `/l/${part(slug)}/queue`,
  stats: (slug: string) => `/l/${part(slug)}/stats`,
  embed: (slug: string) => `/embed/l/${part(slug)}`,
  embeddedPlayer: (slug: string, handle: string) => `/embed/l/${part(slug)}/p/${part(handle)}`,
  about: (slug: string) => `/l/${part(slug)}/about`,
  person: (handle: string) => `/p/${part(handle)}`,
};
