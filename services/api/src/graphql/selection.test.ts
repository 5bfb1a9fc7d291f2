import { type FieldNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { fieldsBelow, selectionOf } from './selection.js';

function infoOf(source: string) {
  const { definitions } = parse(source);
  const fragments: Record<string, FragmentDefinitionNode> = {};
  const fieldNodes: FieldNode[] = [];
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
    else if (definition.kind === Kind.OPERATION_DEFINITION) {
      fieldNodes.push(...(definition.selectionSet.selections as FieldNode[]));
    }
  }
  return { fieldNodes, fragments };
}

test('paths use the names of the schema, through fragments and edges', () => {
  const info = infoOf(
    `{ list { edges { node { who: player { handle } } } nodes { ...F ... { b } } } } fragment F on T { a { c } }`,
  );
  expect([...selectionOf(info)].sort()).toEqual(
    ['edges', 'nodes', 'nodes.a', 'nodes.a.c', 'nodes.b', 'nodes.player', 'nodes.player.handle'].sort(),
  );
});

test('merged fields are selected together', () => {
  expect(selectionOf(infoOf('{ list { nodes { a } } list { nodes { b } } }'))).toContain('nodes.b');
});

test('fields that a directive may skip count as selected', () => {
  expect(selectionOf(infoOf('{ list { nodes { a @skip(if: true) } } }'))).toContain('nodes.a');
});

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

test('fields count as often as their lists are long, under each alias', () => {
  expect(below('{ sides { name participants { player { handle } } } }')).toBe(4);
  expect(below('{ sides { name participants { player { handle } } } }', { participants: 5 })).toBe(2 + 5 * 2);
  expect(below('{ sides { a: participants { score } b: participants { score } } }', { participants: 5 })).toBe(12);
  expect(below('{ sides { participants { contributions { delta } } } }', { participants: 3, contributions: 0 })).toBe(
    4,
  );
});

test('fields of fragments count at each spread', () => {
  const document = '{ sides { ...Side ... { score } } } fragment Side on Side { name participants { score } }';
  expect(below(document, { participants: 4 })).toBe(7);
});
