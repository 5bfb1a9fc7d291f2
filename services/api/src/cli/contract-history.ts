import { type GraphQLArgument, type GraphQLSchema, isEnumType, isInputObjectType, isUnionType } from 'graphql';

/** Names of the contract by type: fields, arguments as `field(argument)`, values, members; a type alone is an empty list. */
type Names = Readonly<Record<string, readonly string[]>>;

/** What a version of Open Ladder added to the contract. */
export interface ContractVersion {
  readonly version: string;
  readonly added: Names;
  /** Deprecations, as `Type.field`, with the day and the reason. */
  readonly deprecated: Readonly<Record<string, string>>;
}

/** Deprecations are for a year at least, so clients must know since when. */
const DATED = /\bsince \d{4}-\d{2}-\d{2}\b/;

/**
 * The history with one more version: all names of its schema that earlier versions lack.
 * @throws Error if the schema lacks a name of an earlier version, or a deprecation has no date
 */
export function updateHistory(
  history: readonly ContractVersion[],
  schema: GraphQLSchema,
  version: string,
): ContractVersion[] {
  const earlier = history.filter((one) => one.version !== version);
  const [names, deprecations] = [contractNames(schema), deprecationsOf(schema)];
  const lost = earlier.flatMap((one) =>
    Object.entries(one.added).flatMap(([type, members]) => {
      if (!names[type]) return [`${type} (${one.version})`];
      return members.filter((name) => !names[type]!.includes(name)).map((name) => `${type}.${name} (${one.version})`);
    }),
  );
  if (lost.length > 0) throw new Error(`The new GraphQL schema lacks what versions had: ${lost.join(', ')}`);
  for (const [name, reason] of Object.entries(deprecations)) {
    if (!DATED.test(reason))
      throw new Error(`The deprecation of ${name} must say since when, as "since 2027-01-31", but is "${reason}"`);
  }
  const isKnown = (type: string, name?: string) =>
    earlier.some(({ added }) => added[type] && (name === undefined || added[type].includes(name)));
  const added = Object.entries(names).flatMap(([type, members]) => {
    const fresh = members.filter((name) => !isKnown(type, name));
    return fresh.length > 0 || !isKnown(type) ? [[type, fresh] as const] : [];
  });
  const deprecated = Object.entries(deprecations).filter(([name]) => !earlier.some((one) => one.deprecated[name]));
  return [...earlier, { version, added: Object.fromEntries(added), deprecated: Object.fromEntries(deprecated) }];
}

/** A line for each type. */
export function printHistory(history: readonly ContractVersion[]): string {
  const lines = (values: object) =>
    Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const block = (values: object) => `{\n    ${lines(values).join(',\n    ')}\n  }`.replace('{\n    \n  }', '{}');
  const versions = history.map(
    ({ version, added, deprecated }) =>
      `{\n  "version": "${version}",\n  "added": ${block(added)},\n  "deprecated": ${block(deprecated)}\n}`,
  );
  return `[${versions.join(', ')}]\n`;
}

const INTRODUCTION = `# The history of the contract

What each version added to the GraphQL schema. Nothing is removed or made stricter: \`npm run schema\` refuses it. What is deprecated says since
when, and stays. \`schema/history.json\` is the same for programs. \`npm run schema\` writes both.
`;

/** The page for people, with the newest version first. */
export function describeHistory(history: readonly ContractVersion[]): string {
  const sections = history.toReversed().map(({ version, added, deprecated }) => {
    const isFirst = version === history[0]!.version;
    const types = Object.entries(added);
    const words = isFirst
      ? `The first version: ${types.length} types with ${types.flatMap(([, names]) => names).length} fields, arguments and values. [The API](../schema/README.md) describes them.`
      : types.map(([type, names]) => `- \`${type}\`${names.map((name) => `, \`${name}\``).join('')}`).join('\n');
    const old = Object.entries(deprecated).map(([name, reason]) => `- deprecated: \`${name}\`. ${reason}`);
    return [`## ${version}`, words || 'Nothing.', ...(old.length > 0 ? [old.join('\n')] : [])].join('\n\n');
  });
  return `${[INTRODUCTION.trim(), ...sections].join('\n\n')}\n`;
}

/** Changed defaults: requests that omit the value would change their meaning. Graphql-js finds removals. */
export function changedDefaults(before: GraphQLSchema, after: GraphQLSchema): string[] {
  const now = argumentDefaults(after);
  return [...argumentDefaults(before)]
    .filter(([name, value]) => now.has(name) && now.get(name) !== value)
    .map(([name, value]) => `The default of ${name} was ${value} and is ${now.get(name)}`);
}

/** The types of a schema with their fields, values or members. */
function typesOf(schema: GraphQLSchema): { name: string; isInput: boolean; members: readonly Member[] }[] {
  const own = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return own.map((type) => {
    const fields = 'getFields' in type ? Object.values<Member>(type.getFields()) : [];
    const members = isEnumType(type) ? type.getValues() : isUnionType(type) ? type.getTypes() : fields;
    return { name: type.name, isInput: isInputObjectType(type), members };
  });
}

interface Member {
  readonly name: string;
  readonly args?: readonly GraphQLArgument[];
  readonly defaultValue?: unknown;
  readonly deprecationReason?: string | null | undefined;
}

function argumentDefaults(schema: GraphQLSchema): Map<string, string> {
  const shown = ({ defaultValue }: Member) => JSON.stringify(defaultValue) ?? 'none';
  const all = typesOf(schema).flatMap(({ name, isInput, members }) =>
    members.flatMap((member): [string, string][] => {
      if (isInput) return [[`${name}.${member.name}`, shown(member)]];
      return (member.args ?? []).map((arg) => [`${name}.${member.name} argument ${arg.name}`, shown(arg)]);
    }),
  );
  return new Map(all);
}

function contractNames(schema: GraphQLSchema): Names {
  const names = typesOf(schema).map(({ name, members }): [string, string[]] => [
    name,
    members.flatMap((member) => [member.name, ...(member.args ?? []).map((arg) => `${member.name}(${arg.name})`)]),
  ]);
  return Object.fromEntries(names.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function deprecationsOf(schema: GraphQLSchema): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name: type, members } of typesOf(schema)) {
    for (const { name, deprecationReason, args = [] } of members) {
      if (deprecationReason) found[`${type}.${name}`] = deprecationReason;
      for (const arg of args) if (arg.deprecationReason) found[`${type}.${name}(${arg.name})`] = arg.deprecationReason;
    }
  }
  return found;
}
