import type { Release, ReleaseProblem } from '../../../application/releases/release.js';
import type { Failure } from '../../../domain/failure.js';

/** A release as clients see it. */
export const presentRelease = ({
  revision: _revision,
  owner: _owner,
  planner,
  problems,
  ...release
}: Release) => ({
  ...release,
  problems: problems.map(presentProblem),
  plannedBy: { kind: planner.kind, name: planner.name },
});

export const presentProblem = ({ reasons: _reasons, ...problem }: ReleaseProblem) => problem;

/** The details of a failure as clients see them: those of a release list its problems. */
export function presentDetails(details: Failure['details']): Failure['details'] {
  const problems = details?.['problems'] as readonly ReleaseProblem[] | undefined;
  return problems === undefined ? details : { ...details, problems: problems.map(presentProblem) };
}
