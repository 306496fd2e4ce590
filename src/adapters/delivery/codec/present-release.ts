import type { Release } from '../../../application/releases/release.js';

/** A release as clients see it. */
export const presentRelease = ({ revision: _revision, owner: _owner, planner, ...release }: Release) => ({
  ...release,
  plannedBy: { kind: planner.kind, name: planner.name },
});
