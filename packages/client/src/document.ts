/**
 * A GraphQL document as text, which knows the types of its result and its variables. Documents of other code generators
 * that print strings (`documentMode: 'string'`) fit, and so does a plain string, whose result is unknown.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** For the compiler only; nothing has it when the program runs. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** What `request` and `subscribe` take after the document: variables may be omitted if none are needed. */
export type Given<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];
