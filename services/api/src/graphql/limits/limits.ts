import {
  type GraphQLError,
  type GraphQLSchema,
  type ParseOptions,
  parse,
  type ValidationRule,
  validate,
} from 'graphql';
import { maxAliases, maxDirectives } from './limits-counts.js';
import { maxDepth, maxRepeats, maxSelections } from './limits-expansion.js';
import { oneMutation } from './limits-mutation.js';

/** A hand-written query of every field has some 800; data belongs into variables. */
const MAX_TOKENS = 1500;
/** After which validation gives up. */
export const MAX_VALIDATION_ERRORS = 5;
/** Levels of fields, without those of an introspection. */
export const MAX_DEPTH = 12;
/** Fields and spreads once all fragments are put in their places; the standard introspection query has some 300. */
export const MAX_SELECTIONS = 1000;
/** Times that one place of the answer is asked for: to merge them is work in the square of their number. */
const MAX_REPEATS = 20;
/** Fields under a name of the caller's. */
const MAX_ALIASES = 30;
/** `@include`, `@skip` and the like. */
const MAX_DIRECTIVES = 30;

export const PARSE_OPTIONS: ParseOptions = { maxTokens: MAX_TOKENS };

/** Bounds on every document, independent of sender and transport. All of them look at its form only. */
export const LIMIT_RULES: readonly ValidationRule[] = [
  maxSelections(MAX_SELECTIONS),
  maxDepth(MAX_DEPTH),
  maxRepeats(MAX_REPEATS),
  maxAliases(MAX_ALIASES),
  maxDirectives(MAX_DIRECTIVES),
  oneMutation,
];

/** How many documents are remembered as checked; clients send the same few again and again. */
const REMEMBERED = 1000;
const REMEMBERED_LENGTH = 10_000;

/**
 * Makes a check of documents as text, to be done before anything dearer is done with them: the rules of the GraphQL
 * specification themselves are slow on some documents that the limits refuse.
 * @returns the limits that the document breaks; none where it cannot be parsed, which is told elsewhere
 */
export function createLimitCheck(schema: GraphQLSchema): (source: string) => readonly GraphQLError[] {
  const good = new Set<string>();
  return (source) => {
    if (good.has(source)) return [];
    const errors = checkSource(schema, source);
    if (errors.length > 0 || source.length > REMEMBERED_LENGTH) return errors;
    if (good.size >= REMEMBERED) good.clear();
    good.add(source);
    return [];
  };
}

function checkSource(schema: GraphQLSchema, source: string): readonly GraphQLError[] {
  try {
    return validate(schema, parse(source, PARSE_OPTIONS), LIMIT_RULES, { maxErrors: MAX_VALIDATION_ERRORS });
  } catch {
    return [];
  }
}
