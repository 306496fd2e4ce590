import type { Problem } from '../adapters/delivery/cli/describe-problem.js';

export type { Problem };

/** Several problems as one, so that nobody mends them one start at a time. */
export function joinProblems(problems: readonly Problem[]): Problem {
  const [first] = problems;
  if (first !== undefined && problems.length === 1) return first;
  return {
    message: problems.map(({ message }) => message).join('; '),
    details: { faults: problems.flatMap(faultsOf) },
  };
}

const faultsOf = ({ details }: Problem): readonly unknown[] => {
  const faults = details?.['faults'];
  return Array.isArray(faults) ? faults : [];
};
