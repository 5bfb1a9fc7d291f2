import type { DocumentStore } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Most characters of all documents that are remembered, and of one. A character takes about 60 bytes. */
const MAX_SIZE = 150_000;
const MAX_DOCUMENT = 10_000;

/**
 * Documents that Apollo Server has parsed and validated, by its keys. Its own store measures each document by writing it as JSON, which
 * takes as long as parsing it, and may grow to many times the 30 MB that it counts.
 */
export function checkedDocuments(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_DOCUMENT,
    sizeCalculation: ({ loc }) => loc!.end,
  });
  return {
    get: async (key: string) => documents.get(key),
    set: async (key: string, document: DocumentNode) => void documents.set(key, document),
    delete: async (key: string) => documents.delete(key),
  };
}
