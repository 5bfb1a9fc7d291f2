export type { Answer, Ask, Question, Reader } from './ask.js';
export type { SiteRequest, SiteResponse, SiteRoute } from './http.js';
export { createSite, type SiteOptions } from './site.js';
export type { SiteLink, Theme } from './theme.js';
