import { Link } from '@tanstack/react-router';
import type { BulkRefusal } from '../../../contract/lists.js';
import { formatNumber, say } from '../../messages/messages.js';
import { inWords } from '../../messages/words-of-refusals.js';

interface Props {
  readonly uid: string;
  readonly locale: string | undefined;
  /** How many entries were refused: of many, only the first are listed. */
  readonly count: number;
  readonly refusals: readonly BulkRefusal[];
}

/** Why single entries stay as they were. */
export const Refusals = ({ uid, locale, count, refusals }: Props) => (
  <>
    {count > 0 && <p>{say('bulk.refused', { count, shown: formatNumber(count) })}</p>}
    {refusals.length > 0 && (
      <ul className="refusals">
        {refusals.map((refusal) => (
          <li key={refusal.documentId}>
            <Link
              to="/content/$uid/$id"
              params={{ uid, id: refusal.documentId }}
              search={locale === undefined ? {} : { locale }}
              dir="auto"
            >
              {refusal.label}
            </Link>
            <span className="hint" dir="auto">
              {reasonOf(inWords(refusal.error))}
            </span>
          </li>
        ))}
      </ul>
    )}
    {count > refusals.length && (
      <p className="hint">{say('bulk.refused.first', { shown: formatNumber(refusals.length) })}</p>
    )}
  </>
);

/** Says why a change of an entry is refused. */
export function reasonOf({ status, message, details }: BulkRefusal['error']): string {
  if (status === 403) return say('bulk.denied');
  if (status === 404) return say('failure.gone.text');
  const faults = details?.errors ?? [];
  if (faults.length === 0) return message;
  return faults.map((fault) => [fault.path.join('.'), fault.message].filter(Boolean).join(': ')).join('; ');
}
