import { createReads } from './read-documents.js';
import { createTransitions } from './transitions.js';
import type { Documents, DocumentsDependencies } from './use-cases.js';
import { createWrites } from './write-documents.js';

export type { Answer, Documents, DocumentsDependencies } from './use-cases.js';

export const createDocuments = (dependencies: DocumentsDependencies): Documents => ({
  ...createReads(dependencies),
  ...createWrites(dependencies),
  ...createTransitions(dependencies),
});
