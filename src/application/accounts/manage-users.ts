import { textOf } from '../../domain/document/text-of.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import type { Answer } from '../documents/documents.js';
import { standardRole } from './register.js';
import type { Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { updateUser } from './user-records.js';

type Data = Readonly<Record<string, unknown>>;

/** Users as those write them who have grants on the type of users. */
export function createUserManagement(
  { documents, settings }: AccountsDependencies,
  sessions: Sessions,
): Pick<Accounts, 'createUser' | 'updateUser'> {
  const giveDefaultRole = async (created: Answer): Promise<Result<void>> => {
    const role = await standardRole(documents, settings.defaultRole);
    if (!role.ok) return role;
    const documentId = textOf(created.answer.documents()[0]?.['documentId']);
    return updateUser(documents, documentId, { role: role.value });
  };
  return {
    async createUser(principal: Principal, data: Data) {
      const mutation = { kind: 'create', type: userType, layer: 'published', answer: {}, data } as const;
      const created = await documents.create(principal, mutation);
      if (!created.ok || Object.hasOwn(data, 'role')) return created;
      const given = await giveDefaultRole(created.value);
      return given.ok ? created : given;
    },
    async updateUser(principal: Principal, documentId: string, data: Data) {
      const layer = 'published';
      const mutation = { kind: 'update', type: userType, documentId, layer, answer: {}, data } as const;
      const updated = await documents.update(principal, mutation);
      if (!updated.ok || data['blocked'] !== true) return updated;
      const ended = await sessions.end(documentId);
      return ended.ok ? ok(updated.value) : err(ended.failure);
    },
  };
}
