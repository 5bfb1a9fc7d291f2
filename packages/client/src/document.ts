/**
 * A GraphQL document as text, which knows the types of its result and its variables. Documents of other code generators
 * that print strings (`documentMode: 'string'`) fit, and so does a plain string, whose result is unknown.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** A document that was parsed has one, and is no text. */
  readonly kind?: never;
  /** For the compiler only; nothing has it when the program runs. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** What `request` and `subscribe` take after the document: variables may be omitted if none are needed. */
export type Given<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

/** What JavaScript makes of an object that does not tell its text, such as a document that was parsed. */
const NO_TEXT = '[object Object]';

/** The text of a document. @throws TypeError if it has none */
export function documentText(document: TypedDocument<unknown, never>): string {
  const text = document == null ? NO_TEXT : document.toString();
  if (text !== NO_TEXT) return text;
  throw new TypeError(
    "document must be a text. Code generators print texts with documentMode: 'string'; `print` of graphql makes one of what was parsed",
  );
}
