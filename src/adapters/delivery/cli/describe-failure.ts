import type { Failure } from '../../../domain/failure.js';

/** A failure for people: its message, then each fault or change that it lists. */
export function describeFailure({ message, details }: Failure): string {
  const faults = [...listOf(details?.['faults']), ...listOf(details?.['changes'])];
  return [message, ...faults.map((fault) => `  ${describeFault(fault)}`)].join('\n');
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function describeFault(fault: unknown): string {
  if (typeof fault === 'string') return fault;
  const { file, path, kind, name, message } = fault as Record<string, unknown>;
  const where = [file, path, kind === 'unsafe' ? undefined : kind, name].filter(
    (part) => part !== undefined && part !== '',
  );
  return `${where.join(' ')}: ${String(message)}`;
}
