// Makes the documents of schema/operations with the types of their variables and results: those of the service's own pages in
// services/web, all others in the client. The build calls it; files whose sources have not changed are not written.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);
/** Parts that several documents share. */
const FRAGMENTS = 'fragments.graphql';
/** Documents of the service's own pages. */
const OF_PAGES = /^(site|console)-/;

const TARGETS = [
  { path: 'packages/client/src/operations.ts', documentType: './document.js', has: (file) => !OF_PAGES.test(file) },
  { path: 'services/web/src/operations.ts', documentType: '@openladder/client', has: (file) => OF_PAGES.test(file) },
];

/**
 * Writes the files that are missing or outdated.
 * @param root of the repository, as a URL
 * @returns the paths of the files that it wrote
 */
export async function writeOperations(root = ROOT) {
  const sources = readSources(root);
  const header = headerOf(sources);
  const written = [];
  for (const target of TARGETS) {
    const file = new URL(target.path, root);
    if (existsSync(file) && readFileSync(file, 'utf8').startsWith(header)) continue;
    // Whole or not at all: with half a file, the first line would be wrong.
    const whole = new URL(`${file.href}.new`);
    writeFileSync(whole, header + (await generate(sources, target)));
    renameSync(whole, file);
    written.push(target.path);
  }
  return written;
}

/** Whether there are generated files, from whatever sources. */
export function hasOperations() {
  return TARGETS.every(({ path }) => existsSync(new URL(path, ROOT)));
}

function readSources(root) {
  const read = (name) => readFileSync(new URL(`schema/${name}`, root), 'utf8');
  const operations = readdirSync(new URL('schema/operations/', root)).sort();
  return {
    sdl: read('schema.graphql'),
    fragments: read(FRAGMENTS),
    operations: operations.map((file) => ({ file, text: read(`operations/${file}`) })),
  };
}

/** The first line, which changes with all sources of the file. */
function headerOf(sources) {
  const hash = createHash('sha256').update(JSON.stringify(sources));
  // package.json has the versions of the code generator.
  for (const file of ['generate.mjs', 'package.json']) hash.update(readFileSync(new URL(file, import.meta.url)));
  return `// Made by packages/client/generate.mjs from schema/ (${hash.digest('hex').slice(0, 16)}). Do not edit.\n`;
}

async function generate({ sdl, fragments, operations }, { path, documentType, has }) {
  // Loaded only if there is something to make, which most builds do not have.
  const [{ codegen }, types, graphql] = await Promise.all([
    import('@graphql-codegen/core'),
    import('@graphql-codegen/typescript-operations'),
    import('graphql'),
  ]);
  const { buildSchema, parse, Source } = graphql;
  const sources = [{ file: FRAGMENTS, text: fragments }, ...operations.filter(({ file }) => has(file))];
  const documents = sources.map(({ file, text }) => ({
    location: file,
    rawSDL: text,
    document: parse(new Source(text, file)),
  }));
  const text = await codegen({
    filename: path,
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: {
      immutableTypes: true,
      skipTypename: true,
      mergeFragmentTypes: true,
      scalars: { ID: 'string', DateTime: 'string', LocalDate: 'string', JSON: 'unknown' },
    },
    plugins: [{ types: {} }, { strings: {} }],
    pluginMap: { types, strings: { plugin: () => stringsOf(documents, fragments, documentType, graphql) } },
  });
  return `${text.trim()}\n`;
}

/** Each document as a string: no syntax tree for browsers to load, and no class, unlike with other plug-ins. */
function stringsOf(documents, fragments, documentType, graphql) {
  return {
    prepend: [`import type { TypedDocument } from '${documentType}';`],
    content: documents
      .filter(({ location }) => location !== FRAGMENTS)
      .map(({ document, rawSDL }) => constantOf(document, withFragments(rawSDL, fragments, graphql), graphql))
      .join('\n'),
  };
}

function constantOf(document, text, { Kind, stripIgnoredCharacters }) {
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

/** A document with the shared fragments that it uses, directly or through others, each once: a fragment names only those below it. */
function withFragments(text, fragments, { parse, print }) {
  return parse(fragments).definitions.reduce(
    (whole, part) => (new RegExp(`\\.\\.\\.${part.name.value}\\b`).test(whole) ? `${whole}\n${print(part)}` : whole),
    text,
  );
}
