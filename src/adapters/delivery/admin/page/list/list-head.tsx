import { Plus } from 'lucide-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { WireType } from '../../contract/types.js';
import { formatNumber, say } from '../messages/messages.js';
import { offeredLocales, usualLocale } from '../session/locales.js';
import { useSession } from '../session/session.js';
import { useKeys } from '../shell/keys.js';
import type { ListChange } from './list-search.js';
import type { CountedTotal } from './use-rows.js';

interface Props {
  readonly type: WireType;
  readonly counted: CountedTotal;
  readonly locale: string | undefined;
  readonly change: (next: ListChange) => void;
}

/** The name of the list, how many match, the locale, and a new entry. */
export function ListHead({ type, counted, locale, change }: Props) {
  const session = useSession();
  const navigate = useNavigate();
  const mayCreate = session.rights[type.uid]?.create !== undefined;
  const create = {
    to: '/content/$uid/$id',
    params: { uid: type.uid, id: 'new' },
    search: locale === undefined ? {} : { locale },
  } as const;
  const shown = locale ?? usualLocale(session, type);
  const { total, isCounting, countExactly } = counted;
  useKeys({ c: () => void (mayCreate && navigate(create)) });
  return (
    <div className="list-head">
      <h1>{type.displayName}</h1>
      <span className="hint" role="status">
        {total !== undefined &&
          say(total.isEstimate ? 'list.about' : 'list.total', {
            total: total.total,
            shown: formatNumber(total.total),
          })}
      </span>
      {total?.isEstimate === true && (
        <button
          type="button"
          className="button quiet"
          disabled={isCounting}
          onClick={() => void countExactly()}
        >
          {say('list.count')}
        </button>
      )}
      {type.localized && (
        <select
          className="input locale"
          aria-label={say('locale')}
          value={shown}
          onChange={({ target }) => change({ locale: target.value })}
        >
          {offeredLocales(session, type, shown).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
      {mayCreate && (
        <Link className="button primary new new-entry" title={say('list.new')} {...create}>
          <Plus size={18} aria-hidden />
          <span>{say('list.new')}</span>
        </Link>
      )}
    </div>
  );
}
