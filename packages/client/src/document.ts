/**
 * A GraphQL document as text, with the types of its result and its variables. Documents of other code generators that
 * print strings (`documentMode: 'string'`) fit, as does a plain string, whose result is unknown.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** Parsed documents have one, and are not text. */
  readonly kind?: never;
  /** Only for the compiler; no value has it at run time. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** The arguments of `request` and `subscribe` after the document: variables may be omitted if none are needed. */
export type Given<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

/** The text of an object without a toString of its own, such as a parsed document. */
const NO_TEXT = '[object Object]';

/** The text of a document. @throws TypeError if it has none */
export function documentText(document: TypedDocument<unknown, never>): string {
  const text = document == null ? NO_TEXT : document.toString();
  if (text !== NO_TEXT) return text;
  throw new TypeError(
    "document must be a text. Code generators print texts with documentMode: 'string'; `print` of graphql makes one of what was parsed",
  );
}
