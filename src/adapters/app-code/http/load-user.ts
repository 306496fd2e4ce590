import type { Documents } from '../../../application/documents/documents.js';
import { userType } from '../../../domain/schema/built-in-uids.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { createDocumentService } from '../create-document-service.js';

/** Reads the whole row of a signed-in user with their role, for `ctx.state.user`. */
export function createLoadUser(documents: Documents, schema: Schema) {
  const type = schema.contentTypes.get(userType);
  const users = type && createDocumentService({ schema, documents }, type);
  return async ({ documentId }: { readonly documentId: string }): Promise<unknown> =>
    (await users?.findOne({ documentId, populate: ['role'] })) ?? undefined;
}
