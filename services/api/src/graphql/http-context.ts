import type { FastifyRequest } from 'fastify';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { Context } from './context.js';

/** An operation of a document that is valid and keeps the limits. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** What a resolver is given, and what belongs to HTTP. */
export interface HttpContext extends Context {
  readonly request: FastifyRequest;
  /** Aborted when the connection closes before the answer is sent. */
  readonly left: AbortSignal;
  /**
   * Takes the points of the operation from the caller, once however often it is called.
   * @throws GraphQLError with the code RATE_LIMITED where he has none left
   */
  spend(points: number): Promise<void>;
  /** Takes points from the caller, who has been answered. */
  charge(points: number): void;
  /** What is known at the end; an object, since Apollo Server gives plugins a copy of the context. */
  readonly outcome: {
    /** What was answered without an error. */
    operation: Operation | null;
    /** Whether the answer was made of nothing but leagues, whose versions determine it. */
    isDetermined: boolean;
  };
}
