/** How an operator makes the site theirs. */
export interface Theme {
  /** Name of the site. */
  readonly name: string;
  /** URL of an image beside the name, https or a path of this service's host; null: none of its own. */
  readonly logo: string | null;
  /** The colour of links and marks, as #rrggbb; its lightness is adjusted to light and dark pages. */
  readonly color: string;
  /** In the header, after what the site has itself. */
  readonly links: readonly SiteLink[];
}

export interface SiteLink {
  readonly label: string;
  readonly url: string;
}

/** Three places of a podium; in the page itself, so that browsers ask for no other. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#c80" d="M1 9h4v6H1zM6 2h4v13H6zM11 6h4v9h-4z"/></svg>',
)}`;

/** The properties of a theme; everything else follows from them. */
export function themeStyles({ color }: Theme): string {
  return `@layer theme { :root { --brand: ${color} } }\n`;
}

/** Where a theme takes its images from, for the policy of the pages. */
export function imageSources({ logo }: Theme): string {
  return logo?.startsWith('https://') ? `'self' data: ${new URL(logo).origin}` : `'self' data:`;
}
