import { imageSources, type Theme } from './theme.js';

/** What a page may do in a browser: nothing inline, nothing of others, and only embeds may be framed. */
export function policyOf(theme: Theme, isEmbed = false): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src ${imageSources(theme)}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbed ? '*' : "'none'"}`,
  ].join('; ');
}
