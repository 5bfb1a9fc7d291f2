// Pages made from the code, as Markdown: the API from its schema, settings from the schemas of raters, commands from the command line.
import { readdirSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  parse,
  print,
} from 'graphql';

const ROOTS = { queries: 'Query', mutations: 'Mutation', subscriptions: 'Subscription' };
const isResult = ({ name }) => /(Payload|Connection|Edge)$/.test(name);
const KINDS = {
  objects: {
    title: 'Objects',
    about: 'What the API answers with.',
    has: (type) => isObjectType(type) && !isResult(type),
  },
  results: {
    title: 'Payloads and lists',
    about: 'What mutations answer, and pages of lists.',
    has: (type) => isObjectType(type) && isResult(type),
  },
  inputs: { title: 'Inputs', about: 'What queries and mutations take.', has: isInputObjectType },
  enums: {
    title: 'Enums, scalars, interfaces and unions',
    about: 'Words, values, and what several objects share.',
    has: (type) => isEnumType(type) || isScalarType(type) || isInterfaceType(type) || isUnionType(type),
  },
};

/**
 * @param root of the repository, as a URL
 * @param program the command of the service, as a commander object
 * @returns the Markdown of each page by its subject
 */
export function referencePages(root, program) {
  const read = (path) => readFileSync(new URL(path, root), 'utf8');
  const schema = buildSchema(read('schema/schema.graphql'));
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !Object.values(ROOTS).includes(type.name),
  );
  const placeOf = (type) => Object.keys(KINDS).find((kind) => KINDS[kind].has(type));
  const linked = (type) => {
    const named = getNamedType(type);
    const [before, after] = String(type).split(named.name);
    return `${before.replaceAll('[', '\\[')}[${named.name}](api-${placeOf(named)}.md#${named.name.toLowerCase()})${after.replaceAll(']', '\\]')}`;
  };
  const api = { linked, examples: examplesOf(read, root) };
  const pages = { cli: commands(program), errors: errors(schema, JSON.parse(read('schema/rules.json'))) };
  for (const [kind, name] of Object.entries(ROOTS)) pages[kind] = rootPage(schema.getType(name), name, api);
  for (const [kind, { title, about, has }] of Object.entries(KINDS)) {
    const own = types.filter(has).sort((left, right) => (left.name < right.name ? -1 : 1));
    pages[kind] = [`# ${title}`, about, ...own.flatMap((type) => typeText(type, schema, api))].join('\n\n');
  }
  return pages;
}

function rootPage(type, name, { linked, examples }) {
  const fields = Object.values(type.getFields()).map((field) => {
    const example = examples.get(`${name}.${field.name}`);
    return [
      `## ${field.name}`,
      described(field),
      `Answers ${linked(field.type)}.`,
      field.args.length > 0 && `Arguments:\n\n${field.args.map((arg) => valueLine(arg, linked)).join('\n')}`,
      example && `<details><summary>Example</summary>\n\n\`\`\`graphql\n${example}\n\`\`\`\n\n</details>`,
    ];
  });
  const title = { Query: 'Queries', Mutation: 'Mutations', Subscription: 'Subscriptions' }[name];
  return [`# ${title}`, described(type), ...fields.flat()].filter(Boolean).join('\n\n');
}

function typeText(type, schema, { linked }) {
  const lines = [`## ${type.name}`, described(type)];
  const list = (title, items) => items.length > 0 && lines.push(title, items.join('\n'));
  if (isEnumType(type))
    list(
      'Values:',
      type.getValues().map((value) => `- \`${value.name}\`: ${described(value)}`),
    );
  if (isUnionType(type))
    list(
      'One of:',
      type.getTypes().map((one) => `- ${linked(one)}`),
    );
  if (isInputObjectType(type))
    list(
      'Fields:',
      Object.values(type.getFields()).map((field) => valueLine(field, linked)),
    );
  if (isInterfaceType(type))
    list(
      'Of:',
      schema.getPossibleTypes(type).map((one) => `- ${linked(one)}`),
    );
  if (isObjectType(type) || isInterfaceType(type)) {
    const fields = Object.values(type.getFields()).map((field) => {
      const args = field.args.map((arg) => `\n  ${valueLine(arg, linked)}`);
      return `- \`${field.name}\`: ${linked(field.type)}. ${described(field)}${args.join('')}`;
    });
    list('Fields:', fields);
  }
  return lines.filter(Boolean);
}

/** A line about an argument or a field of an input. */
function valueLine(value, linked) {
  const fallback = value.defaultValue === undefined ? '' : ` = \`${JSON.stringify(value.defaultValue)}\``;
  return `- \`${value.name}\`: ${linked(value.type)}${fallback}. ${described(value)}`;
}

function described({ description, deprecationReason }) {
  const text = (description ?? '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('<', '&lt;');
  return deprecationReason ? `${text} **Deprecated:** ${deprecationReason}` : text;
}

/** For each field of a root, the shortest document of schema/operations about it, with its fragments. */
function examplesOf(read, root) {
  const fragments = new Map(
    parse(read('schema/fragments.graphql')).definitions.map((definition) => [definition.name.value, print(definition)]),
  );
  const examples = new Map();
  for (const file of readdirSync(new URL('schema/operations/', root)).sort()) {
    if (/^(site|console)-/.test(file)) continue;
    const text = read(`schema/operations/${file}`).trim();
    const [operation] = parse(text).definitions;
    const whole = withFragments(text, fragments);
    const kind = operation.operation[0].toUpperCase() + operation.operation.slice(1);
    for (const { name } of operation.selectionSet.selections) {
      const key = `${kind}.${name.value}`;
      if (!examples.has(key) || examples.get(key).length > whole.length) examples.set(key, whole);
    }
  }
  return examples;
}

function withFragments(text, fragments) {
  const missing = [...fragments.keys()].filter(
    (name) => new RegExp(`\\.\\.\\.\\s*${name}\\b`).test(text) && !text.includes(`fragment ${name} `),
  );
  if (missing.length === 0) return text;
  return withFragments([text, ...missing.map((name) => fragments.get(name))].join('\n\n'), fragments);
}

function errors(schema, rules) {
  const codes = schema.getType('UserErrorCode') ?? schema.getType('ErrorCode');
  const sections = codes.getValues().map((code) => {
    const own = Object.entries(rules).filter(([, rule]) => rule.code === code.name);
    const lines = own.map(([name, { sentence }]) => `- \`${name}\`: ${sentence.replaceAll('<', '&lt;')}`);
    return `## ${code.name}\n\n${described(code)}\n\n${lines.join('\n')}`;
  });
  const about =
    'Why a mutation, a match or an argument is refused: a code, and under each code its rules with their sentences. Words in braces are values, which `UserError.parameters` has by name. Codes of requests that fail as a whole are in [the API](api.md#errors).';
  return [`# Errors and rules`, about, ...sections].join('\n\n');
}

function commands(program) {
  const one = (command) => {
    const help = command.createHelp();
    const lines = (title, items, term, text) =>
      items.length > 0 && `${title}:\n\n${items.map((item) => `- \`${term(item)}\`: ${text(item)}`).join('\n')}`;
    return [
      `## ${command.name()}`,
      `${sentence(command.description())}`,
      `\`\`\`sh\nopenladder ${command.name()} ${command.usage()}\n\`\`\``,
      lines(
        'Arguments',
        help.visibleArguments(command),
        (it) => it.name(),
        (it) => help.argumentDescription(it),
      ),
      lines(
        'Options',
        help.visibleOptions(command),
        (it) => it.flags,
        (it) => help.optionDescription(it),
      ),
    ];
  };
  const about = [
    'In a checkout, `openladder` is `node scripts/run.mjs openladder`. Settings are environment variables: [Run it for real](run-it.md#settings) lists them.',
    'The exit status is 0 for success, 1 for failure and 2 for wrong usage. Results are on standard output, messages on standard error.',
  ];
  return ['# The command line', ...about, ...program.commands.flatMap(one)].filter(Boolean).join('\n\n');
}

/** The settings of a rating system as a section. */
export function settingsText(settings) {
  const rows = Object.entries(settings.properties ?? {}).map(([name, { title, description, ...rule }]) => {
    const range = [
      rule.enum && `one of ${rule.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')}`,
      rule.minimum !== undefined && `at least ${rule.minimum}`,
      rule.exclusiveMinimum !== undefined && `above ${rule.exclusiveMinimum}`,
      rule.maximum !== undefined && `at most ${rule.maximum}`,
      rule.exclusiveMaximum !== undefined && `below ${rule.exclusiveMaximum}`,
    ].filter(Boolean);
    const facts = [rule.type, ...range, `default \`${JSON.stringify(rule.default)}\``].filter(Boolean).join(', ');
    return `- \`${name}\`: ${title ? `${title}. ` : ''}${sentence(description ?? '')} (${facts})`;
  });
  return `## Every setting\n\nAs \`ratingSystems { settingsSchema }\` has them.\n\n${rows.join('\n') || 'There are none.'}`;
}

function sentence(text) {
  const trimmed = text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('<', '&lt;');
  return trimmed && trimmed[0].toUpperCase() + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? '' : '.');
}
