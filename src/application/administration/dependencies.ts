import type { Grants } from '../../domain/permission/permission.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Attempts } from '../accounts/attempts.js';
import type { CodeSender } from '../accounts/code-sender.js';
import type { PasswordPolicy } from '../accounts/password-policy.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { Documents } from '../documents/use-cases.js';
import type { Clock } from '../ports/clock.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import type { KeyValueStore } from '../ports/key-value-store.js';
import type { Mailer } from '../ports/mailer.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { PasswordVerifier } from '../ports/password-verifier.js';
import type { SecondFactors } from '../ports/second-factors.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';

/** What the use cases of administrators work with. */
export interface AdministrationDependencies {
  readonly schema: Schema;
  /** Without the hooks of the app's code. */
  readonly documents: Documents;
  readonly units: UnitsOfWork;
  readonly values: Pick<KeyValueStore, 'get' | 'set' | 'remove'>;
  readonly passwords: PasswordHasher & PasswordVerifier;
  readonly policy: PasswordPolicy;
  readonly secrets: TokenSecrets;
  readonly attempts: Attempts;
  readonly filters: GrantFilters;
  readonly secondFactors: SecondFactors;
  readonly clock: Clock;
  readonly providers: ProviderRules;
  readonly mails: AdministratorMails;
  /** Returns the grants of a role of users of the content by its type; null if there is no such role. */
  readonly contentGrantsOf: (type: string) => Grants | null;
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
}

export interface AdministratorMails {
  /** Whether a mail server or a provider of mails is set. Without one, nothing is sent. */
  readonly areOffered: boolean;
  readonly mailer: Mailer;
  readonly background: Pick<CodeSender, 'begin'>;
}

/** Which identities of providers may sign in. */
export interface ProviderRules {
  /** The providers that are offered. */
  readonly names: readonly string[];
  /** Lower case: addresses, or domains such as `@example.org`. */
  readonly addresses: readonly string[];
  /** Whether the verified address of an administrator is enough, without an invitation. */
  readonly links: boolean;
}
