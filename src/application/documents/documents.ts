import { recordingRefusals } from '../audit/refusals.js';
import { createReads } from './read-documents.js';
import { createTransitions } from './transitions.js';
import type { Documents, DocumentsDependencies } from './use-cases.js';
import { createWrites } from './write-documents.js';

export type { Answer, Documents, DocumentsDependencies } from './use-cases.js';

export function createDocuments(dependencies: DocumentsDependencies): Documents {
  const documents = {
    ...createReads(dependencies),
    ...createWrites(dependencies),
    ...createTransitions(dependencies),
  };
  const { audit } = dependencies;
  return audit === undefined ? documents : recordingRefusals(documents, audit);
}
