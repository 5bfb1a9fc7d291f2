import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

type Composite = GraphQLObjectType | GraphQLInterfaceType;
type Field = GraphQLField<unknown, unknown>;

/** A list that anybody may ask for. */
export interface ListField {
  /** `Type.field`. */
  readonly name: string;
  /** The dearest query for it, with the list under so many names. */
  query(aliases: number): string;
}

/** Values of arguments, as GraphQL text, by `Type.field.argument` or else by `argument`. */
export type Arguments = Readonly<Record<string, string>>;

/** Every list and connection that can be reached from Query, by the shortest way, at its dearest arguments. */
export function listFields(schema: GraphQLSchema, given: Arguments): ListField[] {
  const found: ListField[] = [];
  const seen = new Set<string>(['Query']);
  let layer: { type: Composite; around: (inner: string) => string }[] = [
    { type: schema.getQueryType()!, around: (inner) => `{ ${inner} }` },
  ];
  while (layer.length > 0) {
    const next: typeof layer = [];
    for (const { type, around } of layer) {
      for (const field of Object.values(type.getFields())) {
        const args = argumentsOf(type, field, given);
        const target = getNamedType(field.type);
        // Of what is no argument known, nobody has asked yet; and connections have their lists counted with them.
        if (args === null || type.name.endsWith('Connection') || type.name.endsWith('Edge')) continue;
        const isConnection = target.name.endsWith('Connection');
        if (isConnection || isListType(getNullableType(field.type))) {
          const selection = selectionOf(field.type, given, 3);
          found.push({
            name: `${type.name}.${field.name}`,
            query: (aliases) =>
              around(Array.from({ length: aliases }, (_, n) => `a${n}: ${field.name}${args} ${selection}`).join(' ')),
          });
        }
        const inside = isConnection ? nodeTypeOf(target as Composite) : target;
        if ((!isObjectType(inside) && !isInterfaceType(inside)) || seen.has(inside.name)) continue;
        seen.add(inside.name);
        next.push({
          type: inside,
          around: (inner) => around(`${field.name}${args} { ${isConnection ? `nodes { ${inner} }` : inner} }`),
        });
      }
    }
    layer = next;
  }
  return found;
}

function nodeTypeOf(connection: Composite): GraphQLOutputType & { readonly name: string } {
  return getNamedType(connection.getFields().nodes!.type) as GraphQLOutputType & { readonly name: string };
}

/** @returns null where an argument must be given and nobody knows what */
function argumentsOf(type: Composite, field: Field, given: Arguments): string | null {
  const texts: string[] = [];
  for (const argument of field.args) {
    const value = given[`${type.name}.${field.name}.${argument.name}`] ?? given[argument.name];
    if (value !== undefined) texts.push(`${argument.name}: ${value}`);
    else if (isRequiredArgument(argument)) return null;
  }
  return texts.length > 0 ? `(${texts.join(', ')})` : '';
}

/** Everything that can be asked for below a field, so many levels deep; lists with arguments of their own are left out. */
function selectionOf(outer: GraphQLOutputType, given: Arguments, levels: number): string {
  const type = getNamedType(outer);
  if (isLeafType(type)) return '';
  if (!isObjectType(type) && !isInterfaceType(type)) return '{ __typename }';
  if (type.name.endsWith('Connection')) return `{ nodes ${selectionOf(nodeTypeOf(type), given, levels)} }`;
  const fields = ['__typename'];
  for (const field of Object.values(type.getFields())) {
    if (field.args.length > 0) continue;
    if (isLeafType(getNamedType(field.type))) fields.push(field.name);
    else if (levels > 1) fields.push(`${field.name} ${selectionOf(field.type, given, levels - 1)}`);
  }
  return `{ ${fields.join(' ')} }`;
}
