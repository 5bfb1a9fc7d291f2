import type { FastifyRequest } from 'fastify';
import type { DocumentNode, OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Context, ResolverNeeds } from './context.js';
import type { EstimatedCost } from './limits/limits-cost.js';

/** An operation of a valid document that is within the limits. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** What requests need: what resolvers need, and whether anything may be written. */
export type RequestNeeds = ResolverNeeds & NeedsSchema;

/** The context of a resolver, with the HTTP request. */
export interface HttpContext extends Context {
  readonly app: RequestNeeds;
  readonly request: FastifyRequest;
  /** Aborted when the connection closes before the response is sent. */
  readonly left: AbortSignal;
  /**
   * Takes the points of the operation from the caller and waits for its turn, once however often it is called.
   * @returns what to execute it with instead, if it is costly
   * @throws GraphQLError with the code RATE_LIMITED if the caller has no points left, UNAVAILABLE if too many are waiting
   */
  admit(cost: EstimatedCost, type: OperationTypeNode): Promise<Pick<HttpContext, 'app' | 'loaders'> | undefined>;
  /** Takes points from a caller who has been answered. */
  charge(points: number): void;
  /** Ends the turn of the operation, and charges what it cost beyond the estimate. */
  finish(): Promise<void>;
  /** Filled in by the end; an object, because Apollo Server gives plugins a copy of the context. */
  readonly outcome: {
    /** The operation, if it was answered without an error. */
    operation: Operation | null;
    hasStandIn?: boolean;
    /** Whether the response is determined by the versions of the leagues that were read. */
    isCacheable: boolean;
    /** Whether the response has lists of unpredictable length, so that its fields are counted. */
    isOpen: boolean;
    /** How many fields the response has, if they were counted. */
    fields: number;
  };
}
