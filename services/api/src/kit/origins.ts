/** The origins whose pages may use the API beside our own: all of them, or those in the list. */
export type Origins = '*' | readonly string[];
