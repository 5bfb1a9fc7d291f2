/** How an operator makes the site theirs; services/web says what becomes of each. */
export interface SiteTheme {
  readonly name: string;
  /** An https URL, or a path of this host; null: none of their own. */
  readonly logo: string | null;
  /** As #rrggbb. */
  readonly color: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}
