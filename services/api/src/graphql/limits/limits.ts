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

/** A hand-written query of every field has about 800; data belongs in variables. */
const MAX_TOKENS = 1500;
/** After which validation gives up. */
export const MAX_VALIDATION_ERRORS = 5;
/** Levels of fields, except those of an introspection. */
export const MAX_DEPTH = 12;
/** Fields and spreads with all fragments expanded; the standard introspection query has about 300. */
export const MAX_SELECTIONS = 1000;
/** Fields merged into one place of the response: the work is quadratic in their number. */
const MAX_REPEATS = 20;
/** Aliased fields. */
const MAX_ALIASES = 30;
/** `@include`, `@skip` and the like. */
const MAX_DIRECTIVES = 30;

export const PARSE_OPTIONS: ParseOptions = { maxTokens: MAX_TOKENS };

/** Limits of every document, whatever its sender and transport. They look only at its form. */
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
 * Makes a check of documents as text, to run before anything costlier: even the rules of the GraphQL specification are slow on some
 * documents that the limits refuse.
 * @returns the limits that the document breaks; none if it cannot be parsed, which is reported elsewhere
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
