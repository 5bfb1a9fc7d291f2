import type { FastifyRequest } from 'fastify';
import type { DocumentNode, OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Context, ResolverNeeds } from './context.js';
import type { ForeseenCost } from './limits/limits-cost.js';

/** An operation of a document that is valid and keeps the limits. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** Needs of requests: those of resolvers, and whether anything may be written. */
export type RequestNeeds = ResolverNeeds & NeedsSchema;

/** The context of a resolver, with the HTTP request. */
export interface HttpContext extends Context {
  readonly app: RequestNeeds;
  readonly request: FastifyRequest;
  /** Aborted when the connection closes before the answer is sent. */
  readonly left: AbortSignal;
  /**
   * Takes the points of the operation from the caller, and waits for its turn, once however often it is called.
   * @returns what it is to be executed with instead, where it is costly
   * @throws GraphQLError with the code RATE_LIMITED where the caller has none left, UNAVAILABLE where too many wait
   */
  admit(cost: ForeseenCost, type: OperationTypeNode): Promise<Pick<HttpContext, 'app' | 'loaders'> | undefined>;
  /** Takes points from the caller, who has been answered. */
  charge(points: number): void;
  /** Ends the turn of the operation, and takes from the caller what it cost beyond what was foreseen. */
  finish(): Promise<void>;
  /** Filled in by the end; an object, since Apollo Server gives plugins a copy of the context. */
  readonly outcome: {
    /** The operation, if it was answered without an error. */
    operation: Operation | null;
    /** Whether the answer was made of nothing but leagues, whose versions determine it. */
    isCacheable: boolean;
    /** Whether the answer has lists of which nobody could foresee how long they are, so that its fields are counted. */
    isOpen: boolean;
    /** How many fields the answer has, where they were counted. */
    fields: number;
  };
}
