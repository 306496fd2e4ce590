import type { Principal } from '../../domain/permission/permission.js';
import type { AccessChange, AccessStore } from '../ports/access-store.js';
import type { AuditEntry } from '../ports/audit-log.js';
import type { Clock } from '../ports/clock.js';
import { eventEntry, type AuditEvent } from './audit-entry.js';

/**
 * Wraps an access store so that every change includes its audit entries. `otherwise` is the actor of changes that name
 * none.
 */
export const auditedAccess = (store: AccessStore, clock: Clock, otherwise: Principal): AccessStore => ({
  load: (known) => store.load(known),
  revision: () => store.revision(),
  change: (change) =>
    store.change({ ...change, entries: entriesOf(change, change.by ?? otherwise, clock.now()) }),
});

const entriesOf = (change: AccessChange, by: Principal, at: string): readonly AuditEntry[] =>
  eventsOf(change).map((event) => eventEntry(by, event, at));

function eventsOf(change: AccessChange): readonly AuditEvent[] {
  const {
    removeRoles = [],
    revoke = [],
    removeTokens = [],
    addRoles = [],
    grant = [],
    addTokens = [],
  } = change;
  // A role that is removed and added in one change stays, with other grants.
  const stays = new Set(removeRoles.filter((role) => addRoles.includes(role)));
  const named =
    (action: AuditEvent['action']) =>
    (subject: string): AuditEvent => ({ action, subject });
  const about =
    (action: AuditEvent['action']) =>
    ({ role, type, actions }: (typeof revoke)[number]): AuditEvent => ({
      action,
      subject: role,
      type,
      names: actions,
    });
  return [
    ...removeRoles.map((role) => named(stays.has(role) ? 'revoke' : 'removeRole')(role)),
    ...revoke.map(about('revoke')),
    ...removeTokens.map(named('revokeToken')),
    ...addRoles.filter((role) => !stays.has(role)).map(named('addRole')),
    ...grant.map(about('grant')),
    ...addTokens.map(({ name }) => named('createToken')(name)),
  ];
}
