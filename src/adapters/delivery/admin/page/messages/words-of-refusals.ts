import type { PublishProblem } from '../../contract/documents.js';
import type { FailureDetails, Reason } from '../../contract/failures.js';
import { formatExact, formatList, sayIfKnown } from './messages.js';

interface Refused {
  readonly message: string;
  readonly details?: unknown;
  readonly reasons?: readonly Reason[];
}

/** Reasons with a number of any length, whose digits all count. */
const bounds: ReadonlySet<Reason['code']> = new Set(['value.min', 'value.max']);

/** Returns why something is refused in the language of the page, or else as the server says it. */
export function wordsOf(message: string, reason: Reason | undefined): string {
  if (reason === undefined) return message;
  const values = Object.entries(reason.parameters).map(([name, value]) => {
    if (typeof value === 'object') return [name, formatList(value)] as const;
    return [name, bounds.has(reason.code) ? formatExact(String(value)) : value] as const;
  });
  return sayIfKnown(`reason.${reason.code}`, Object.fromEntries(values)) ?? message;
}

/** Returns what was refused with all its messages in the language of the page. */
export function inWords<T extends Refused>(refused: T): T {
  const { message, reasons = [] } = refused;
  const details = (refused.details ?? undefined) as FailureDetails | undefined;
  if (details === undefined) return { ...refused, message: wordsOf(message, reasons[0]) };
  const errors = listOf(details.errors).map((error, at) => ({
    ...error,
    message: wordsOf(error.message, reasons[at]),
  }));
  const problems = listOf(details.problems).map(inWords);
  return {
    ...refused,
    message: errors.length === 0 ? wordsOf(message, reasons[0]) : summaryOf(message, errors, details),
    details: {
      ...details,
      ...(errors.length > 0 && { errors }),
      ...(problems.length > 0 && { problems }),
    },
  };
}

/** Code of an app may put anything there. */
const listOf = <T>(given: readonly T[] | undefined): readonly T[] => (Array.isArray(given) ? given : []);

type Errors = NonNullable<FailureDetails['errors']>;

/** Names what each is about, as the server's own messages do. */
function summaryOf(message: string, said: Errors, { errors }: FailureDetails): string {
  if (said.every((error, at) => error.message === errors?.[at]?.message)) return message;
  return said.map(({ path, message: words }) => named(path.join('.'), words)).join('; ');
}

const named = (name: string, words: string): string => (words.startsWith(name) ? words : `${name}: ${words}`);

/** Returns what is wrong at a path, which the server's own messages begin with. */
export const nameAndWords = ({ path, message, reason }: PublishProblem): string =>
  named(path, wordsOf(message, reason));
