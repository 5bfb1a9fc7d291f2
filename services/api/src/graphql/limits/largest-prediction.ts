import { type DocumentNode, Kind, type ValueNode, valueFromASTUntyped, visit } from 'graphql';

/** How large a match is. */
export interface LargestMatch {
  readonly sides: number;
  /** Players of all sides. */
  readonly players: number;
}

const NONE: LargestMatch = { sides: 0, players: 0 };

/** The arguments `sides` of a document's predictions. */
const known = new WeakMap<DocumentNode, readonly ValueNode[]>();

interface Request {
  readonly document: DocumentNode;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The most sides, and the most players, of the matches that a document wants predicted. */
export function largestPrediction({ document, variables }: Request): LargestMatch {
  let asked = known.get(document);
  if (!asked) {
    asked = askedSides(document);
    known.set(document, asked);
  }
  let largest = NONE;
  for (const value of asked) {
    const sides = asList(valueFromASTUntyped(value, variables ?? {}));
    const players = sides.reduce((sum: number, side) => sum + asList(side).length, 0);
    largest = { sides: Math.max(largest.sides, sides.length), players: Math.max(largest.players, players) };
  }
  return largest;
}

function askedSides(document: DocumentNode): ValueNode[] {
  const sides: ValueNode[] = [];
  visit(document, {
    [Kind.FIELD]: ({ name, arguments: given = [] }) => {
      if (name.value !== 'prediction' && name.value !== 'previewRating') return;
      for (const argument of given) if (argument.name.value === 'sides') sides.push(argument.value);
    },
  });
  return sides;
}

/** The items of a list as GraphQL reads it: a single value is a list of one. */
function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value == null ? [] : [value];
}
