import { compare, equals } from '../../domain/query/compare.js';
import { err, ok, type Result } from '../../domain/result.js';
import { lastOwner } from './failures.js';
import { administrators, type AdministratorRecord } from './records.js';
import { isLetIn } from './is-let-in.js';
import { listed } from './listed.js';
import { ownerRole } from './built-in-roles.js';
import type { AdministrationDependencies } from './dependencies.js';

/** Writing it makes the changes that check others first wait for each other. */
const turnKey = 'quire-administrators';

/** What changes that wait for each other need. */
export type TurnDependencies = Pick<AdministrationDependencies, 'units' | 'values' | 'clock'>;

/** Runs a change of administrators, or of their views, in one transaction, one after the other on all servers of the database. */
export const inTurn = <T>(
  { units, values, clock }: TurnDependencies,
  change: () => Promise<Result<T>>,
): Promise<Result<T>> =>
  units.run(async () => {
    const turn = await values.set(turnKey, clock.now());
    return turn.ok ? change() : turn;
  });

/** Does the same, and takes the change back if it leaves no owner, or none who can sign in where one could. */
export const keepingOwner = <T>(
  dependencies: AdministrationDependencies,
  change: () => Promise<Result<T>>,
): Promise<Result<T>> =>
  inTurn(dependencies, async () => {
    const before = await ownersIn(dependencies);
    if (!before.ok) return before;
    const changed = await change();
    if (!changed.ok) return changed;
    const after = await ownersIn(dependencies);
    if (!after.ok) return after;
    const losesLast = (which: keyof OwnersIn): boolean => before.value[which] > 0 && after.value[which] === 0;
    return losesLast('all') || losesLast('withWay') ? err(lastOwner) : changed;
  });

interface OwnersIn {
  readonly all: number;
  /** Of these, who can sign in. */
  readonly withWay: number;
}

/** Counts the owners who are not blocked. */
export async function ownersIn(dependencies: AdministrationDependencies): Promise<Result<OwnersIn>> {
  const filters = [equals('role', ownerRole), compare('blocked', '$eq', false)];
  const found = await administrators.all(dependencies.documents, { kind: 'and', filters });
  if (!found.ok) return found;
  const withWay = found.value.filter((owner) => hasWay(dependencies, owner)).length;
  return ok({ all: found.value.length, withWay });
}

/**
 * Whether somebody has a password, may get one by a mailed link, or has a provider that is offered and lets them in. A provider
 * may give another address than the one here, but only this one is stored.
 */
function hasWay({ providers, mails }: AdministrationDependencies, owner: AdministratorRecord): boolean {
  const { hasPassword, provider, email } = listed(owner);
  if (hasPassword || mails.areOffered) return true;
  return provider !== null && providers.names.includes(provider) && isLetIn(providers, email);
}
