#!/usr/bin/env node
// Writes src/operations.ts, the documents of schema/operations with the types of their variables and results.
// `npm run schema` runs it; with --print it only prints. A test compares the two.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, parse, print, stripIgnoredCharacters } from 'graphql';

/** Parts that several documents share. */
const FRAGMENTS = 'fragments.graphql';
const SCHEMA = new URL('../../schema/', import.meta.url);
const TARGET = new URL('src/operations.ts', import.meta.url);

const read = (name) => readFileSync(new URL(name, SCHEMA), 'utf8');

/** Each document as a string: no syntax tree that a browser would have to load, and no class as other plug-ins make. */
const strings = {
  plugin: (_schema, documents) => ({
    prepend: ["import type { TypedDocument } from './document.js';"],
    content: documents
      .filter(({ location }) => location !== FRAGMENTS)
      .map(({ document, rawSDL }) => constantOf(document, withFragments(rawSDL)))
      .join('\n'),
  }),
};

function constantOf(document, text) {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const name = operation.name.value;
  const result = name + operation.operation[0].toUpperCase() + operation.operation.slice(1);
  const about = text.match(/^#.*$/gm).map((line) => line.slice(1).trim());
  const source = stripIgnoredCharacters(text).replaceAll("'", "\\'");
  return `
/** ${about.join(' ')} */
export const ${name}Document =
  '${source}' as TypedDocument<${result}, ${result}Variables>;`;
}

/** A document with the shared fragments that it names, each once. */
function withFragments(text) {
  const shared = parse(read(FRAGMENTS)).definitions;
  const named = shared.filter(({ name }) => new RegExp(`\\.\\.\\.${name.value}\\b`).test(text));
  return [text, ...named.map(print)].join('\n');
}

async function generate() {
  const sdl = read('schema.graphql');
  const files = readdirSync(new URL('operations/', SCHEMA)).sort();
  const documents = [FRAGMENTS, ...files.map((file) => `operations/${file}`)].map((location) => {
    const rawSDL = read(location);
    return { location, rawSDL, document: parse(rawSDL) };
  });
  const text = await codegen({
    filename: fileURLToPath(TARGET),
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: {
      immutableTypes: true,
      skipTypename: true,
      mergeFragmentTypes: true,
      scalars: { ID: 'string', DateTime: 'string', LocalDate: 'string', JSON: 'unknown' },
    },
    plugins: [{ operations: {} }, { strings: {} }],
    pluginMap: { operations, strings },
  });
  return `// Made by generate.mjs from schema/. Do not edit; run \`npm run schema\`.\n${text.trim()}\n`;
}

const text = await generate();
if (process.argv.includes('--print')) process.stdout.write(text);
else writeFileSync(TARGET, text);
