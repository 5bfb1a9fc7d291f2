/** The hues of the accents, in degrees. None is near red or green, which stand for points. */
export const HUES = [243, 56, 310, 178, 345, 92, 276, 210];
/** Degrees between two of the accents that leagues can choose. The styles have one for each. */
export const HUE_STEP = 10;

/** The part of the site's appearance that an operator can change. */
export interface Theme {
  /** Whether there are pages for everybody; the console is there in any case. */
  readonly hasSite: boolean;
  /** Name of the site. */
  readonly name: string;
  /** URL of an image beside the name: https, or a path on this host; null for the default icon. */
  readonly logo: string | null;
  /** The colour of links and marks, as #rrggbb; its lightness is adjusted to light and dark pages. */
  readonly color: string;
  /** Links in the header, after the site's own. */
  readonly links: readonly SiteLink[];
}

export interface SiteLink {
  readonly label: string;
  readonly url: string;
}

/** The default icon, 16 by 16: a podium. */
export const ICON_PATH = 'M1 9h4v6H1zM6 2h4v13H6zM11 6h4v9h-4z';

export const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#c80" d="${ICON_PATH}"/></svg>`;

/** The icon as a data URL, so that browsers send no request for it. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(ICON_SVG)}`;

/** The colour if the operator chose none: the default of OPENLADDER_SITE_COLOR. */
const DEFAULT_COLOR = '#0f6b5c';

/** Whether the operator chose a colour. */
export function isChosen({ color }: Pick<Theme, 'color'>): boolean {
  return color.toLowerCase() !== DEFAULT_COLOR;
}

const ACCENT = 'light-dark(oklch(from var(--brand) 0.45 c h), oklch(from var(--brand) 0.8 c h))';

/**
 * The custom properties of a theme. All other styles derive from them. Pages of leagues have their own accents; if the operator
 * chose a colour, only leagues that chose one have their own.
 */
export function themeStyles(theme: Theme): string {
  const { color } = theme;
  const pages = isChosen(theme) ? ` main[data-hue]:not([data-hue^=of]) { --accent: ${ACCENT} }` : '';
  const made = HUES.map((degrees, hue) => `[data-hue="${hue}"]{--hue:${degrees}}`);
  const chosen = Array.from(
    { length: 360 / HUE_STEP },
    (_, n) => `[data-hue=of-${n * HUE_STEP}]{--hue:${n * HUE_STEP}}`,
  );
  return `@layer theme { :root { --brand: ${color} }${pages} ${made.join('')}${chosen.join('')} }\n`;
}

/** The hosts of a theme's images, for the content security policy. */
export function imageSources({ logo }: Theme): string {
  return logo?.startsWith('https://') ? `'self' data: ${new URL(logo).origin}` : `'self' data:`;
}
