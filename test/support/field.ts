import type { GraphQLObjectType } from 'graphql';
import type { Context } from '../../services/api/dist/graphql/context.js';
import { sharedSchema } from '../../services/api/dist/graphql/schema.js';

/** What a field of the schema makes of an object, without the rest of a request. @param name `League.period` */
export async function readField(name: string, own: object, args: object, context: Context): Promise<unknown> {
  const [type, field] = name.split('.') as [string, string];
  const { [field]: declared } = ((await sharedSchema()).getType(type) as GraphQLObjectType).getFields();
  return declared!.resolve!(own, args, context, undefined as never);
}
