export type { Answer, ApiRequest, Ask, Reader, TakeTurn } from './api-client.js';
export { type OpenSession, type Sessions, type SignInRefusal, sessionOf } from './console/session.js';
export type { UploadedFile, UploadRefusal, Uploads } from './console/uploads.js';
export type { SiteRequest, SiteResponse, SiteRoute } from './http.js';
export { createSite, type Site, type SiteOptions } from './site.js';
export type { SiteLink, Theme } from './theme.js';
