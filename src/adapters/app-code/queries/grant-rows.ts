import { createHash } from 'node:crypto';
import type { Access } from '../../../application/access/access.js';
import type { Documents } from '../../../application/documents/documents.js';
import type { Document } from '../../../application/ports/document-store.js';
import { textOf } from '../../../domain/document/text-of.js';
import { roleType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf, type Schema } from '../../../domain/schema/schema.js';
import { findAll } from './find-all.js';
import { nameOfGrant, standingActions } from './permission-actions.js';
import { rowsOf } from './row-keys.js';

/** A grant as a row: `id`, `documentId`, `action` and the times of the role, and the row of the role. */
export interface GrantRow {
  readonly row: Document;
  readonly role: Document;
}

/** Returns a row for each action that a role may do, those of the first role first. */
export async function grantRowsOf(
  schema: Schema,
  documents: Documents,
  access: Pick<Access, 'grants'>,
): Promise<readonly GrantRow[]> {
  const query = {
    ...rowsOf(contentTypeOf(schema, roleType)),
    range: { offset: 0, limit: null },
    count: false,
  };
  const roles = (await findAll(documents, query)).documents;
  const granted = new Map(access.grants().map(({ name, grants }) => [name, grants]));
  return roles.flatMap((role) => {
    const type = textOf(role['type']);
    const held = (granted.get(type) ?? []).flatMap(({ type: uid, actions }) =>
      actions.map((action) => nameOfGrant({ uid, action })),
    );
    return [...new Set([...standingActions(type), ...held])].map((action) => grantRow(role, action));
  });
}

/** Ids depend on the role and the action alone, so that they stay the same on every server. */
export function grantRow(role: Document, action: string): GrantRow {
  const digest = createHash('sha256')
    .update(`${textOf(role['documentId'])} ${action}`)
    .digest();
  const documentId = `p${BigInt(`0x${digest.toString('hex')}`)
    .toString(36)
    .padStart(50, '0')
    .slice(0, 23)}`;
  const { createdAt = null, updatedAt = null, publishedAt = null } = role;
  return {
    row: { id: digest.readUIntBE(0, 6), documentId, action, createdAt, updatedAt, publishedAt },
    role,
  };
}
