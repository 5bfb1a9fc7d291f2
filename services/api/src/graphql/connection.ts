import { type ClassType, Field, ObjectType } from 'type-graphql';
import { MAX_PAGE, type PageInfo } from '../kit/paging/page.js';

/** The description of every `first` argument. */
export const FIRST = `How many to answer, 1 to ${MAX_PAGE}.`;
/** The description of every `after` argument. */
export const AFTER = 'Cursor after which to go on: an `endCursor` of the page before.';

@ObjectType('PageInfo', { description: 'Where a page of a list begins and ends.', simpleResolvers: true })
class PageInfoType implements PageInfo {
  @Field(() => Boolean, { description: 'Whether more follow this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether others stand before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first; null where the page is empty.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last; null where the page is empty.' })
  endCursor!: string | null;
}

/** Declares the connection type of a node type. */
export function connectionType(name: string, nodeType: () => ClassType, what: string): ClassType {
  @ObjectType(`${name}Edge`, { description: `One of the ${what}, with its place in the list.`, simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Place in the list, for `after`.' })
    cursor!: string;

    @Field(nodeType, { description: `One of the ${what}.` })
    node!: unknown;
  }

  @ObjectType(`${name}Connection`, { description: `One page of the ${what}.`, simpleResolvers: true })
  class ConnectionType {
    @Field(() => [Edge], { description: 'The page, each with its cursor.' })
    edges!: Edge[];

    @Field(() => [nodeType()], { description: 'The page, without cursors.' })
    nodes!: unknown[];

    @Field(() => PageInfoType, { description: 'Where the page begins and ends.' })
    pageInfo!: PageInfo;
  }
  return ConnectionType;
}
