import type { Documents } from '../../application/documents/documents.js';
import type { Document } from '../../application/ports/document-store.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import { layersOf } from '../../domain/plan/change.js';
import type { ContentType } from '../../domain/schema/schema.js';
import { valueOf } from './app-error.js';
import type { Ask, CreateParams, DeleteParams, UpdateParams } from './document-params.js';
import { readAddress, readDocumentId, readTarget, readWrite } from './read-document-params.js';
import { affected, onlyOne, orNull, type Affected } from './written.js';

export interface WriteService {
  /** A draft where the type has them, unless `status` is `published`. */
  create(params: CreateParams): Promise<Document>;
  /**
   * Changes what `data` names, and with `status: 'published'` publishes. Null where there is no such document; that of
   * a single type is made.
   */
  update(params: UpdateParams): Promise<Document | null>;
  /** What was deleted, drafts and published versions: no entries where there was no such document. */
  delete(params?: DeleteParams): Promise<Affected>;
}

export function createWriteService(documents: Documents, type: ContentType, ask: Ask): WriteService {
  return {
    create: async (params) => {
      const mutation = { kind: 'create', ...readWrite(type, params) } as const;
      return onlyOne(valueOf(await documents.create(systemPrincipal, mutation)));
    },
    update: async (params) => {
      const mutation = { kind: 'update', ...readAddress(type, params), ...readWrite(type, params) } as const;
      const updated = orNull(await documents.update(systemPrincipal, mutation));
      return updated && onlyOne(updated);
    },
    delete: async (params) => {
      const documentId = readDocumentId(type, params);
      const { locale } = readTarget(type, params, 'any');
      const mutation = { kind: 'delete', ...readAddress(type, params), ...(locale && { locale }) } as const;
      const entries: Document[] = [];
      for (const status of layersOf(type)) {
        entries.push(...(await ask({ ...params, status }, { offset: 0, limit: null }, documentId)));
      }
      valueOf(await documents.delete(systemPrincipal, mutation));
      return affected(documentId, entries);
    },
  };
}
