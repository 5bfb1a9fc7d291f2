import { type ClassType, Field, ObjectType } from 'type-graphql';
import { MAX_PAGE, type PageInfo } from '../kit/paging/page.js';

/** The description of every `first` argument. */
export const FIRST = `Number of items to return, 1 to ${MAX_PAGE}.`;
/** The description of every `after` argument. */
export const AFTER = 'Cursor to continue after: the `endCursor` of the previous page.';

@ObjectType('PageInfo', { description: 'Where a page begins and ends.', simpleResolvers: true })
class PageInfoType implements PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more items after this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null if the page is empty.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null if the page is empty.' })
  endCursor!: string | null;
}

/** Declares the connection type of a node type. */
export function connectionType(name: string, nodeType: () => ClassType, what: string): ClassType {
  @ObjectType(`${name}Edge`, { description: `One item in a page of ${what}, with its cursor.`, simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Cursor to pass as `after`.' })
    cursor!: string;

    @Field(nodeType, { description: 'The item.' })
    node!: unknown;
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${what}.`, simpleResolvers: true })
  class ConnectionType {
    @Field(() => [Edge], { description: 'Items with their cursors.' })
    edges!: Edge[];

    @Field(() => [nodeType()], { description: 'Items without cursors.' })
    nodes!: unknown[];

    @Field(() => PageInfoType, { description: 'Where the page begins and ends.' })
    pageInfo!: PageInfo;
  }
  return ConnectionType;
}
