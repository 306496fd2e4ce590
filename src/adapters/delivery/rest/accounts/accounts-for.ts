import type { Accounts } from '../../../../application/accounts/accounts.js';
import type { AuditTrail } from '../../../../application/audit/audit-trail.js';
import { recordingAccounts } from '../../../../application/audit/recording-accounts.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { askingFrom, type Sender } from '../../codec/client-address.js';

export interface AccountsAround {
  readonly accounts: Accounts;
  /** Where it is kept who signs in; nowhere unless told. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
}

/** Accounts as one request uses them. */
export const accountsFor = ({ accounts, audit }: AccountsAround, asker: Principal): Accounts =>
  audit === undefined ? accounts : recordingAccounts(accounts, audit, asker);

const somebody: Principal = { kind: 'public', name: 'public', grants: { kind: 'listed', listed: new Map() } };

/** Of a route that asks nobody who they are. */
export const accountsForAnybody = (around: AccountsAround, req: Sender): Accounts =>
  accountsFor(around, askingFrom(somebody, req));
