/** How an operator adapts site and console; services/web documents each value. */
export interface SiteTheme {
  /** Whether there is a site for everybody; the console is there in any case. */
  readonly hasSite: boolean;
  readonly name: string;
  /** An https URL, or a path of this host; null: none of their own. */
  readonly logo: string | null;
  /** As #rrggbb. */
  readonly color: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** Origins whose pages may use the API, in addition to our own: all, or those in the list. */
export type Origins = '*' | readonly string[];
