import { useUi } from '../ui.js';
import { urls, withQuery } from '../urls.js';

interface CountryProps {
  /** By ISO 3166-1; null: none is known. */
  readonly code: string | null | undefined;
  /** The league whose board shows the players of that country. */
  readonly slug: string;
}

/** Where a player is from, in two letters that lead to the others from there. */
export function CountryTag({ code, slug }: CountryProps) {
  const { format } = useUi();
  if (!code) return null;
  return (
    <a class="country" href={ofCountry(slug, code)} title={format.country(code)} rel="nofollow">
      {code}
      <span class="hidden"> {format.country(code)}</span>
    </a>
  );
}

/** The same in full, where there is room. */
export function Country({ code }: { readonly code: string }) {
  const { format } = useUi();
  return (
    <>
      <span class="country" aria-hidden="true">
        {code}
      </span>{' '}
      {format.country(code)}
    </>
  );
}

/** The board of a league with the players of a country alone. */
export function ofCountry(slug: string, country: string): string {
  return withQuery(urls.league(slug), new URLSearchParams(), { country });
}

interface LinksProps {
  readonly links: readonly { readonly url: string; readonly label: string }[];
}

/** Where more about a player is: addresses that players or administrators wrote, for which the site does not vouch. */
export function PlayerLinks({ links }: LinksProps) {
  return (
    <>
      {links.map(({ url, label }) => (
        <a href={url} rel="nofollow ugc noopener">
          {label}
        </a>
      ))}
    </>
  );
}
