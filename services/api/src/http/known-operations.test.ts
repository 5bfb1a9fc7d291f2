import { buildSchema, type DocumentNode, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { checkedDocuments } from './checked-documents.js';
import { KnownOperations } from './known-operations.js';

const SCHEMA = buildSchema('type Query { b: Int }');
/** By when a document is compiled. */
const USES = 3;
const ASKED = { operationName: null, accept: 'application/json', isGet: false };

/** A legal document of 900 fields and 9,000 characters, unlike all others. */
const large = (n: number) => `query Q${n} { ${'b         '.repeat(900)} }`;

function learn(operations: KnownOperations, source: string): void {
  const document = parse(source);
  const operation = getOperationAST(document)!;
  operations.learn({ ...ASKED, document: source }, { document, operation }, 'application/json');
}

test('documents that are costly to remember push out older ones, and small ones stay many', () => {
  const operations = new KnownOperations(SCHEMA);
  const sources = Array.from({ length: 20 }, (_, n) => large(n));
  for (const source of sources) for (let use = 0; use < USES; use++) learn(operations, source);
  const known = sources.filter((source) => operations.find({ ...ASKED, document: source }));
  expect(known.at(-1)).toBe(sources.at(-1));
  expect(known.length).toBeLessThan(10);

  const small = Array.from({ length: 500 }, (_, n) => `query Q${n} { b }`);
  for (const source of small) for (let use = 0; use < USES; use++) learn(operations, source);
  expect(small.filter((source) => !operations.find({ ...ASKED, document: source }))).toEqual([]);
});

test('a compiled document does without its text and its tokens', () => {
  const operations = new KnownOperations(SCHEMA);
  for (let use = 0; use < USES; use++) learn(operations, '{ b }');
  expect(operations.find({ ...ASKED, document: '{ b }' })!.document.loc).toBeUndefined();
});

test('parsed documents are kept by how long they are', async () => {
  const documents = checkedDocuments();
  const keys = Array.from({ length: 30 }, (_, n) => n);
  for (const n of keys) await documents.set(String(n), parse(large(n)));
  const kept: DocumentNode[] = [];
  for (const n of keys) kept.push(...[await documents.get(String(n))].filter((one) => one !== undefined));
  expect(kept.at(-1)!.loc!.source.body).toBe(large(29));
  expect(kept.reduce((sum, { loc }) => sum + loc!.end, 0)).toBeLessThanOrEqual(150_000);
});
