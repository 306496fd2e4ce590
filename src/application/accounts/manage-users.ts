import { textOf } from '../../domain/document/text-of.js';
import { shownAfter, type Principal } from '../../domain/permission/permission.js';
import type { Selection } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import { standardRole } from './register.js';
import type { Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { updateUser } from './user-records.js';

type Data = Readonly<Record<string, unknown>>;

/** Writes of users by principals with grants on their type. */
export function createUserManagement(
  { documents, settings }: AccountsDependencies,
  sessions: Sessions,
): Pick<Accounts, 'createUser' | 'updateUser'> {
  const giveDefaultRole = async (documentId: string): Promise<Result<void>> => {
    const role = await standardRole(documents, settings.defaultRole);
    return role.ok ? updateUser(documents, documentId, { role: role.value }) : role;
  };
  return {
    async createUser(principal: Principal, data: Data) {
      const answer = shownOf(principal, 'create');
      const mutation = { kind: 'create', type: userType, layer: 'published', answer, data } as const;
      const created = await documents.create(principal, mutation);
      if (!created.ok || Object.hasOwn(data, 'role')) return created;
      const documentId = textOf(created.value.answer.documents()[0]?.['documentId']);
      const given = await giveDefaultRole(documentId);
      if (!given.ok) return given;
      const shown = await documents.findOne(principal, { ...oneUser, documentId, ...answer });
      return shown.ok ? shown : created;
    },
    async updateUser(principal: Principal, documentId: string, data: Data) {
      const updated = await documents.update(principal, {
        kind: 'update',
        type: userType,
        documentId,
        layer: 'published',
        answer: shownOf(principal, 'update'),
        data,
      });
      if (!updated.ok || data['blocked'] !== true) return updated;
      const ended = await sessions.end(documentId);
      return ended.ok ? ok(updated.value) : err(ended.failure);
    },
  };
}

const oneUser = {
  type: userType,
  action: 'findOne',
  range: { offset: 0, limit: 1 },
  count: false,
  layer: 'published',
} as const;

/** The answer of a write includes the role. The plan leaves it out where the principal may not find roles. */
function shownOf(principal: Principal, action: 'create' | 'update'): Selection {
  const { fields } = shownAfter(principal, action, userType);
  if (fields !== null && !fields.has('role')) return {};
  return { populate: { all: false, members: [{ name: 'role' }] } };
}
