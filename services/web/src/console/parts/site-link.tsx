import type { ComponentChildren } from 'preact';
import { useUi } from '../../ui.js';

interface SiteLinkProps {
  readonly league: { readonly visibility: 'PUBLIC' | 'PRIVATE' };
  readonly href: string;
  /** Shown in its place where the site has no such page. */
  readonly otherwise?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A link to a page of the site about a league, if the service has a site, and the league is public. */
export function SiteLink({ league, href, otherwise, children }: SiteLinkProps) {
  const { theme } = useUi();
  if (!theme.hasSite || league.visibility === 'PRIVATE') return <>{otherwise}</>;
  return <a href={href}>{children}</a>;
}
