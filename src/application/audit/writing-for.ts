import type { Principal } from '../../domain/permission/permission.js';
import type { Documents } from '../documents/use-cases.js';

/** The use cases for work that the server does for somebody: what it writes itself, the trail says that they did. */
export function writingFor(documents: Documents, asker: Principal): Documents {
  const acting = (principal: Principal): Principal =>
    principal.kind === 'system' && principal.behalf === undefined
      ? { ...principal, behalf: asker }
      : principal;
  return {
    ...documents,
    create: (principal, mutation) => documents.create(acting(principal), mutation),
    update: (principal, mutation) => documents.update(acting(principal), mutation),
    publish: (principal, mutation) => documents.publish(acting(principal), mutation),
    unpublish: (principal, mutation) => documents.unpublish(acting(principal), mutation),
    discardDraft: (principal, mutation) => documents.discardDraft(acting(principal), mutation),
    delete: (principal, mutation) => documents.delete(acting(principal), mutation),
  };
}
