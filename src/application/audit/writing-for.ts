import type { Principal } from '../../domain/permission/permission.js';
import type { Documents } from '../documents/use-cases.js';

/** Returns use cases that write on behalf of `actor`, whom the audit trail names. */
export function writingFor(documents: Documents, actor: Principal): Documents {
  const acting = (principal: Principal): Principal =>
    principal.kind === 'system' && principal.behalf === undefined
      ? { ...principal, behalf: actor }
      : principal;
  return {
    ...documents,
    create: (principal, mutation) => documents.create(acting(principal), mutation),
    writeAll: (principal, steps) => documents.writeAll(acting(principal), steps),
    update: (principal, mutation) => documents.update(acting(principal), mutation),
    publish: (principal, mutation) => documents.publish(acting(principal), mutation),
    unpublish: (principal, mutation) => documents.unpublish(acting(principal), mutation),
    discardDraft: (principal, mutation) => documents.discardDraft(acting(principal), mutation),
    delete: (principal, mutation) => documents.delete(acting(principal), mutation),
  };
}
