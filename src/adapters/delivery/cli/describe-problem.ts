/** What keeps a command from being done: a `Failure`, or something wrong before there could be one. */
export interface Problem {
  readonly code?: string;
  readonly message: string;
  /** Lists of `faults` or `changes` are shown one a line. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A problem for people: its message, then each fault or change that it lists and has not told in the message. */
export function describeProblem({ message, details }: Problem): string {
  const faults = [...listOf(details?.['faults']), ...listOf(details?.['changes'])];
  const untold = faults.filter((fault) => !message.includes(messageOf(fault)));
  return [message, ...untold.map((fault) => `  ${describeFault(fault)}`)].join('\n');
}

const messageOf = (fault: unknown): string =>
  String(typeof fault === 'string' ? fault : (fault as { readonly message: unknown }).message);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function describeFault(fault: unknown): string {
  if (typeof fault === 'string') return fault;
  const { file, path, kind, name, message } = fault as Record<string, unknown>;
  const where = [file, path, kind === 'unsafe' ? undefined : kind, name].filter(
    (part) => part !== undefined && part !== '',
  );
  return `${where.join(' ')}: ${String(message)}`;
}
