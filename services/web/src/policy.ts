import { imageSources, type Theme } from './theme.js';

/** The content security policy of a page: no inline code, nothing from other hosts, and only embeds may be framed. */
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
