/** Origins whose pages may use the API, in addition to our own: all, or those in the list. */
export type Origins = '*' | readonly string[];
