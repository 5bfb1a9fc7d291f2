import 'reflect-metadata';
import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType({
  description: 'Anything that can be found by a global id.',
  autoRegisterImplementations: true,
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Opaque global id.' })
  id!: string;
}
