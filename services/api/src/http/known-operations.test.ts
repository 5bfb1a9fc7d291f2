import { buildSchema, type DocumentNode, execute, getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileOperation, OperationCache, validatedDocuments } from './known-operations.js';

const SCHEMA = buildSchema('type Query { b: Int }');
/** Uses after which a document is compiled. */
const USES = 3;
const ASKED = { operationName: null, variables: {}, accept: 'application/json', isGet: false };

/** A legal document of 900 fields and 9,000 characters, unlike all others. */
const large = (n: number) => `query Q${n} { ${'b         '.repeat(900)} }`;

function learn(operations: OperationCache, source: string): void {
  const document = parse(source);
  const operation = getOperationAST(document)!;
  operations.learn({ ...ASKED, document: source }, { document, operation }, 'application/json');
}

test('documents that are costly to store push out older ones, and many small ones stay', () => {
  const operations = new OperationCache(SCHEMA, []);
  const sources = Array.from({ length: 20 }, (_, n) => large(n));
  for (const source of sources) for (let use = 0; use < USES; use++) learn(operations, source);
  const known = sources.filter((source) => operations.find({ ...ASKED, document: source }));
  expect(known.at(-1)).toBe(sources.at(-1));
  expect(known.length).toBeLessThan(10);

  const small = Array.from({ length: 500 }, (_, n) => `query Q${n} { b }`);
  for (const source of small) for (let use = 0; use < USES; use++) learn(operations, source);
  expect(small.filter((source) => !operations.find({ ...ASKED, document: source }))).toEqual([]);
});

test('a compiled document is stored without its text and its tokens', () => {
  const operations = new OperationCache(SCHEMA, []);
  for (let use = 0; use < USES; use++) learn(operations, '{ b }');
  expect(operations.find({ ...ASKED, document: '{ b }' })!.document.loc).toBeUndefined();
});

test('an operation whose rows lack prejoined fields is compiled with its resolvers, and left to graphql-js if that fails', async () => {
  const complete = buildSchema('type Query { b: Int! }');
  const { b } = complete.getQueryType()!.getFields();
  b!.resolve = () => 7;
  const operations = new OperationCache(complete, [b!]);
  const request = { ...ASKED, document: '{ b }' };
  for (let use = 0; use < USES; use++) learn(operations, '{ b }');
  const first = operations.find(request)!;
  expect((await first.compiled({}, {})).errors).toHaveLength(1);
  for (let failure = 0; failure < 3; failure++) operations.distrust(request, first);
  const second = operations.find(request)!;
  expect(await second.compiled({}, {})).toEqual({ data: { b: 7 } });
  // Requests that were under way with the first.
  for (let failure = 0; failure < 3; failure++) operations.distrust(request, first);
  expect(operations.find(request)).not.toBeNull();
  for (let failure = 0; failure < 3; failure++) operations.distrust(request, second);
  expect(operations.find(request)).toBeNull();
});

test('an operation stays compiled, however often its variables are left to graphql-js', () => {
  const document = 'query ($a: Int) { b(in: { a: $a }) }';
  const operations = new OperationCache(buildSchema('input In { a: Int } type Query { b(in: In): Int }'), []);
  for (let use = 0; use < USES; use++) learn(operations, document);
  const request = { ...ASKED, document };
  const known = operations.find(request)!;
  for (let time = 0; time < 10; time++) operations.distrust(request, known);
  expect(operations.find(request)?.compiled).toBe(known.compiled);
});

test('parsed documents are cached by their length', async () => {
  const documents = validatedDocuments();
  const keys = Array.from({ length: 30 }, (_, n) => n);
  for (const n of keys) await documents.set(String(n), parse(large(n)));
  const kept: DocumentNode[] = [];
  for (const n of keys) kept.push(...[await documents.get(String(n))].filter((one) => one !== undefined));
  expect(kept.at(-1)!.loc!.source.body).toBe(large(29));
  expect(kept.reduce((sum, { loc }) => sum + loc!.end, 0)).toBeLessThanOrEqual(150_000);
});

const schema = buildSchema(`
  interface Node { id: ID! }
  enum Color { RED GREEN }
  scalar Moment
  input Point { x: Int! y: Int = 7 }
  type Leaf implements Node { id: ID! color: Color size: Float }
  type Tree implements Node { id: ID! leaves(first: Int! = 2, color: Color): [Leaf!]! height: Float late: String }
  union Thing = Leaf | Tree
  type Query {
    node(id: ID!): Node
    things: [Thing]!
    echo(text: String = "nothing", point: Point, at: Moment): String
    sum(numbers: [Int!]! = [1, 2]): Int!
  }
`);

const LEAVES = [
  { __typename: 'Leaf', id: 'l1', color: 'RED', size: 1.5 },
  { __typename: 'Leaf', id: 'l2', color: 'GREEN', size: null },
  { __typename: 'Leaf', id: 'l3', color: 'RED', size: 2 },
];
const TREE = { __typename: 'Tree', id: 't1', height: 3 };
const fields = (type: string) => (schema.getType(type) as import('graphql').GraphQLObjectType).getFields();
fields('Query').node!.resolve = (_, { id }) => [...LEAVES, TREE].find((thing) => thing.id === id) ?? null;
fields('Query').things!.resolve = async () => [TREE, ...LEAVES];
fields('Query').echo!.resolve = (_, args) => JSON.stringify(args);
fields('Query').sum!.resolve = (_, { numbers }) => numbers.reduce((a: number, b: number) => a + b, 0);
fields('Tree').leaves!.resolve = async (_, { first, color }) =>
  LEAVES.filter((leaf) => !color || leaf.color === color).slice(0, first);
fields('Tree').late!.resolve = () => Promise.resolve('late');

const QUERIES: readonly [name: string, document: string, variables?: object][] = [
  [
    'fragments on an interface',
    '{ node(id: "t1") { __typename id ... on Tree { height late leaves { ...L } } } } fragment L on Leaf { id color }',
  ],
  ['a union with nothing for some', '{ things { ... on Leaf { id size } } }'],
  [
    'aliases and merged fields',
    '{ a: node(id: "l1") { id } b: node(id: "l2") { id ... on Leaf { color } } a: node(id: "l1") { __typename } }',
  ],
  ['null where there is nothing', '{ node(id: "x") { id } }'],
  [
    'a default of a variable that may not be null',
    'query ($first: Int! = 1) { node(id: "t1") { ... on Tree { leaves(first: $first) { id } } } }',
  ],
  [
    'such a variable given',
    'query ($first: Int! = 1) { node(id: "t1") { ... on Tree { leaves(first: $first) { id } } } }',
    { first: 3 },
  ],
  ['a default of a nullable variable overridden by null', 'query ($t: String = "x") { echo(text: $t) }', { t: null }],
  ['a variable left out, and the default of its argument', 'query ($t: String) { echo(text: $t) }'],
  ['defaults inside an input object', 'query ($p: Point) { echo(point: $p) }', { p: { x: 1 } }],
  [
    'a default that is an object, a list, an enum',
    'query ($p: Point = {x: 2}, $n: [Int!]! = [4, 5], $c: Color = RED) { echo(point: $p) sum(numbers: $n) node(id: "t1") { ... on Tree { leaves(color: $c) { id } } } }',
  ],
  ['a variable left out without any default', 'query ($m: Moment) { echo(at: $m) }'],
  ['null inside an input object, where it may be', 'query ($y: Int = 3) { echo(point: { x: 1, y: $y }) }', { y: null }],
  ['one value for a list', 'query ($n: [Int!]!) { sum(numbers: $n) }', { n: 4 }],
  [
    'a custom scalar, literal and given',
    'query ($m: Moment) { a: echo(at: "now") b: echo(at: $m) }',
    { m: { deep: [1] } },
  ],
  [
    'what is skipped',
    'query ($no: Boolean!) { things { __typename ... on Leaf @skip(if: $no) { id } ... on Tree { late @include(if: $no) height @include(if: false) } } }',
    { no: true },
  ],
  [
    'what is not skipped',
    'query ($no: Boolean!) { things { __typename ... on Leaf @skip(if: $no) { id } ... on Tree { late @include(if: $no) } } }',
    { no: false },
  ],
  ['one operation of two', 'query A { sum } query B { echo }'],
];

describe('a compiled query responds like graphql-js', () => {
  test.each(QUERIES)('%s', async (_, source, variables = {}) => {
    const document = parse(source);
    const operation = getOperationAST(document, source.startsWith('query A') ? 'B' : undefined)!;
    const expected = await execute({
      schema,
      document,
      variableValues: { ...variables },
      operationName: operation.name?.value,
    });
    const compiled = compileOperation(schema, document, operation)!;
    expect(expected.errors).toBeUndefined();
    expect(JSON.stringify(await compiled({}, { ...variables }))).toBe(JSON.stringify(expected));
  });

  test.each([
    ['a variable that does not fit', 'query ($n: [Int!]!) { sum(numbers: $n) }', { n: ['x'] }],
    ['a variable that is missing', 'query ($n: [Int!]!) { sum(numbers: $n) }', {}],
    [
      'null for a variable that may not be null',
      'query ($first: Int! = 1) { node(id: "t1") { ... on Tree { leaves(first: $first) { id } } } }',
      { first: null },
    ],
    [
      'null where only the default of an argument lets it stand',
      'query ($first: Int) { node(id: "t1") { ... on Tree { leaves(first: $first) { id } } } }',
      { first: null },
    ],
    ['such a default in an input object', 'query ($x: Int = 1) { echo(point: { x: $x }) }', { x: null }],
    ['such a default of a directive', 'query ($no: Boolean = true) { echo @skip(if: $no) }', { no: null }],
    ['a variable left out of an input object', 'query ($y: Int) { echo(point: { x: 1, y: $y }) }', {}],
    ['a default that is null', 'query ($n: [Int!] = null) { sum(numbers: $n) }', {}],
  ])('or reports an error, which graphql-js words: %s', async (_, source, variables) => {
    const document = parse(source);
    const compiled = compileOperation(schema, document, getOperationAST(document)!)!;
    expect((await compiled({}, variables)).errors).not.toHaveLength(0);
  });

  test('introspection is left to graphql-js', () => {
    const document = parse('{ __schema { types { name } } }');
    expect(compileOperation(schema, document, getOperationAST(document)!)).toBeNull();
  });
});
