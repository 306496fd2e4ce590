import type { Principal } from '../../domain/permission/permission.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Position } from '../ports/replicas.js';

/**
 * The position from which on a replica may answer a read; undefined: only the primary may. Replicas answer what clients read of
 * the app's own content-types. Accounts, files and other types of the server are read from the primary.
 */
export const replicasSince = ({ caller }: Principal, { type }: ReadPlan): Position | undefined =>
  type.exposed ? caller?.readsAfter?.() : undefined;
