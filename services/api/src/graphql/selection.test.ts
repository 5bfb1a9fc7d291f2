import { type FieldNode, type FragmentDefinitionNode, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { selectionOf } from './selection.js';

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

test('paths are of the names of the schema, through fragments and edges', () => {
  const info = infoOf(
    `{ list { edges { node { who: player { handle } } } nodes { ...F ... { b } } } } fragment F on T { a { c } }`,
  );
  expect([...selectionOf(info)].sort()).toEqual(
    ['edges', 'nodes', 'nodes.a', 'nodes.a.c', 'nodes.b', 'nodes.player', 'nodes.player.handle'].sort(),
  );
});

test('fields that are merged are asked for together', () => {
  expect(selectionOf(infoOf('{ list { nodes { a } } list { nodes { b } } }'))).toContain('nodes.b');
});

test('what a directive may leave out counts as asked for', () => {
  expect(selectionOf(infoOf('{ list { nodes { a @skip(if: true) } } }'))).toContain('nodes.a');
});
