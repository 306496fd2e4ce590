import { isPlainObject } from '../../domain/document/plain-object.js';
import { textOf } from '../../domain/document/text-of.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import type { Filter } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import {
  administratorLinkType,
  administratorRoleType,
  administratorSessionType,
  administratorType,
  viewType,
} from '../../domain/schema/built-in-uids.js';
import type { Json, Uid } from '../../domain/schema/schema.js';
import { findAsSystem, readAll, systemAbout } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { GrantRecord } from '../ports/access-store.js';
import type { Document } from '../ports/document-store.js';

/** An administrator as the server reads them for its own use. */
export interface AdministratorRecord {
  readonly id: number;
  readonly documentId: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly blocked: boolean;
  /** Null: they have none, and sign in with a provider. */
  readonly passwordHash: string | null;
  /** The sealed secret of the second factor; empty if there is none. */
  readonly secondFactor: string;
  /** Hashes; each goes when it is used. */
  readonly recoveryCodes: readonly string[];
  /** The period of the last code, so that no code works twice; then a text that every use replaces by one of its own. */
  readonly usedCode: string;
  /** The provider that signs them in, and its permanent name for them, with a space between; empty: none. */
  readonly subject: string;
  readonly createdAt: string;
}

/** One sign-in. Only the hash of its token is stored. */
export interface SignInRecord {
  readonly documentId: string;
  readonly hash: string;
  /** The documentId of the administrator. */
  readonly administrator: string;
  /** Whether it waits for the second factor, and opens nothing yet. */
  readonly waits: boolean;
  readonly createdAt: string;
  readonly usedAt: string;
  readonly expiresAt: string;
  readonly origin: string;
  readonly agent: string;
  /** When the administrator last gave a password or a code in this sign-in. Empty: never. */
  readonly provenAt: string;
  /** The role of administrators as which an owner looks at the page; empty: their own, unless there is the next one. */
  readonly seesAs: string;
  /** The type of the role of users of the content as which an owner looks at it; empty: none. */
  readonly seesAsUser: string;
}

/** `first`: makes the first owner; `invitation`: makes an administrator of `role`; `reset`: gives one a new password. */
export type LinkPurpose = 'first' | 'invitation' | 'reset';

export interface LinkRecord {
  readonly documentId: string;
  readonly hash: string;
  readonly purpose: LinkPurpose;
  readonly administrator: string;
  readonly role: string;
  /** The address that an invitation was mailed to; empty: it was not mailed. */
  readonly email: string;
  /** The documentId of the administrator who made it; empty: the server, or its command line. */
  readonly maker: string;
  readonly expiresAt: string;
}

export interface RoleRecord {
  readonly documentId: string;
  readonly name: string;
  readonly grants: readonly GrantRecord[];
}

/** A list that an administrator gave a name. */
export interface ViewRecord {
  readonly documentId: string;
  /** The documentId of the administrator. */
  readonly owner: string;
  /** The content-type. */
  readonly type: Uid;
  readonly name: string;
  /** See `ViewSearch`. */
  readonly search: { readonly [name: string]: Json };
  /** The roles of administrators that it is shared with. */
  readonly roles: readonly string[];
  /** Whether it is shared with any. */
  readonly isShared: boolean;
  /** Whether it is the default of its content-type, for those who see it. */
  readonly isDefault: boolean;
}

const list = (value: unknown): readonly never[] => (Array.isArray(value) ? (value as never[]) : []);

const administratorOf = (document: Document): AdministratorRecord => ({
  id: Number(document['id']),
  documentId: textOf(document['documentId']),
  email: textOf(document['email']),
  name: textOf(document['name']),
  role: textOf(document['role']),
  blocked: document['blocked'] !== false,
  passwordHash: textOf(document['passwordHash']) || null,
  secondFactor: textOf(document['secondFactor']),
  recoveryCodes: list(document['recoveryCodes']),
  usedCode: textOf(document['usedCode']),
  subject: textOf(document['subject']),
  createdAt: textOf(document['createdAt']),
});

const signInOf = (document: Document): SignInRecord => ({
  documentId: textOf(document['documentId']),
  hash: textOf(document['hash']),
  administrator: textOf(document['administrator']),
  waits: document['waits'] !== false,
  createdAt: textOf(document['createdAt']),
  usedAt: textOf(document['usedAt']),
  expiresAt: textOf(document['expiresAt']),
  origin: textOf(document['origin']),
  agent: textOf(document['agent']),
  provenAt: textOf(document['provenAt']),
  seesAs: textOf(document['seesAs']),
  seesAsUser: textOf(document['seesAsUser']),
});

const linkOf = (document: Document): LinkRecord => ({
  documentId: textOf(document['documentId']),
  hash: textOf(document['hash']),
  purpose: textOf(document['purpose']) as LinkPurpose,
  administrator: textOf(document['administrator']),
  role: textOf(document['role']),
  email: textOf(document['email']),
  maker: textOf(document['maker']),
  expiresAt: textOf(document['expiresAt']),
});

const roleOf = (document: Document): RoleRecord => ({
  documentId: textOf(document['documentId']),
  name: textOf(document['name']),
  grants: list(document['grants']),
});

const viewOf = (document: Document): ViewRecord => ({
  documentId: textOf(document['documentId']),
  owner: textOf(document['owner']),
  type: textOf(document['type']),
  name: textOf(document['name']),
  search: isPlainObject(document['search']) ? document['search'] : {},
  roles: list(document['roles']),
  isShared: document['isShared'] === true,
  isDefault: document['isDefault'] === true,
});

/** The records of one built-in type. */
interface Records<R> {
  /** Returns the first that has this value; null if there is none. */
  find(documents: Documents, key: string, value: string): Promise<Result<R | null>>;
  /** Returns all that match, by ascending id. */
  all(documents: Documents, filters?: Filter): Promise<Result<readonly R[]>>;
  /** Returns the documentId. */
  insert(documents: Documents, data: Partial<R>): Promise<Result<string>>;
  update(documents: Documents, documentId: string, data: Partial<R>): Promise<Result<unknown>>;
  /**
   * Changes a record whose `key` is still `from`: of several calls at once one succeeds, if no two give that key the same value,
   * nor one that it had before. Fails with `DOCUMENT.NOT_FOUND` otherwise.
   */
  replace<K extends keyof R & string>(
    documents: Documents,
    documentId: string,
    was: { readonly key: K; readonly from: string },
    data: Partial<R> & Readonly<Record<K, string>>,
  ): Promise<Result<unknown>>;
  remove(documents: Documents, documentId: string): Promise<Result<unknown>>;
}

const answer = { fields: ['documentId'] };

function recordsOf<R>(type: Uid, read: (document: Document) => R): Records<R> {
  return {
    async find(documents, key, value) {
      const found = await findAsSystem(documents, type, { filters: equals(key, value), limit: 1 });
      if (!found.ok) return found;
      return ok(found.value[0] === undefined ? null : read(found.value[0]));
    },
    async all(documents, filters) {
      const found = await readAll(documents, systemPrincipal, { type, ...(filters && { filters }) });
      return found.ok ? ok(found.value.map(read)) : found;
    },
    async insert(documents, data) {
      const create = { kind: 'create', type, layer: 'published', data, answer } as const;
      const created = await documents.create(systemPrincipal, create);
      return created.ok ? ok(textOf(created.value.answer.documents()[0]?.['documentId'])) : created;
    },
    update: (documents, documentId, data) =>
      documents.update(systemPrincipal, {
        kind: 'update',
        type,
        documentId,
        layer: 'published',
        data,
        answer,
      }),
    replace: (documents, documentId, { key, from }, data) =>
      documents.update(systemAbout(type, compare(key, '$in', [from, data[key]])), {
        kind: 'update',
        type,
        documentId,
        layer: 'published',
        data,
        answer,
      }),
    remove: (documents, documentId) =>
      documents.delete(systemPrincipal, { kind: 'delete', type, documentId }),
  };
}

export const administrators = recordsOf(administratorType, administratorOf);
export const signIns = recordsOf(administratorSessionType, signInOf);
export const links = recordsOf(administratorLinkType, linkOf);
export const viewRecords = recordsOf(viewType, viewOf);
export const roleRecords = recordsOf(administratorRoleType, roleOf);

/** Removes each of these. */
export async function removeEach(
  documents: Documents,
  records: Pick<typeof links, 'remove'>,
  found: Result<readonly { readonly documentId: string }[]>,
): Promise<Result<unknown>> {
  if (!found.ok) return found;
  for (const { documentId } of found.value) {
    const removed = await records.remove(documents, documentId);
    if (!removed.ok && removed.failure.code !== 'DOCUMENT.NOT_FOUND') return removed;
  }
  return ok(undefined);
}
