import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { fieldsBelow } from './fields-below.js';

function below(document: string, lengths?: Record<string, number>): number {
  const { definitions } = parse(document);
  const operation = definitions[0] as OperationDefinitionNode;
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION) as FragmentDefinitionNode[];
  return fieldsBelow(
    {
      fieldNodes: operation.selectionSet.selections.filter((node) => node.kind === Kind.FIELD),
      fragments: Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])),
    },
    lengths,
  );
}

test('fields count as often as their lists are long, under each name that they have', () => {
  expect(below('{ sides { name participants { player { handle } } } }')).toBe(4);
  expect(below('{ sides { name participants { player { handle } } } }', { participants: 5 })).toBe(2 + 5 * 2);
  expect(below('{ sides { a: participants { score } b: participants { score } } }', { participants: 5 })).toBe(12);
  expect(below('{ sides { participants { contributions { delta } } } }', { participants: 3, contributions: 0 })).toBe(
    4,
  );
});

test('fields of fragments count where they are spread', () => {
  const document = '{ sides { ...Side ... { score } } } fragment Side on Side { name participants { score } }';
  expect(below(document, { participants: 4 })).toBe(7);
});
