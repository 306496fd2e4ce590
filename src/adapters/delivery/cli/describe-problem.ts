/** Why a command failed: a `Failure`, or an error before the app was opened. */
export interface Problem {
  readonly code?: string;
  readonly message: string;
  /** Lists in `faults` and `changes` are shown with one item on each line; `nearest` has the name that was meant. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Returns the message with the name that was meant, then a line for each fault or change that the message does not contain. */
export function describeProblem(problem: Problem): string {
  const { details } = problem;
  const message = withNearest(problem);
  const faults = [...listOf(details?.['faults']), ...listOf(details?.['changes'])];
  const missing = faults.filter((fault) => !message.includes(messageOf(fault)));
  return [message, ...missing.map((fault) => `  ${describeFault(fault)}`)].join('\n');
}

/** Returns a line for each wrong value, with the name of its option or attribute if the message does not begin with it. */
export function describeInputErrors(problem: Problem): string {
  const lines = listOf(problem.details?.['errors']).map((error) => {
    const { path, message: own } = error as { readonly path: readonly string[]; readonly message: string };
    const name = path.join('.');
    return name === '' || own.startsWith(name) ? own : `${name}: ${own}`;
  });
  return lines.length === 1
    ? (lines[0] ?? problem.message)
    : [withNearest(problem), ...lines.map((line) => `  ${line}`)].join('\n');
}

function withNearest({ message, details }: Problem): string {
  const [nearest] = listOf(details?.['nearest']);
  return typeof nearest === 'string' ? `${message} (did you mean "${nearest}"?)` : message;
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
