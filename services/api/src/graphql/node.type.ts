import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType({
  description: 'Anything that has a global id, and can be found by it.',
  autoRegisterImplementations: true,
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Global id; opaque.' })
  id!: string;
}
