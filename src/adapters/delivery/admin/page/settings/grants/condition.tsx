import { useMemo, useState } from 'react';
import type { Json, Uid } from '../../../../../../domain/schema/schema.js';
import { groupsOf, readFilters } from '../../list/filters/conditions.js';
import { FilterChips } from '../../list/filters/filter-chips.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { conditionFields, fieldsBehind } from './condition-fields.js';
import type { Holder } from './held-grants.js';
import { JsonCondition } from './json-condition.js';

interface Props {
  readonly id: string;
  readonly type: Uid;
  readonly value: Json;
  readonly holder: Holder;
  readonly change: (value: Json) => void;
}

/** The condition on the documents of a grant, made with the filters of lists or written as JSON. */
export function Condition({ id, type, value, holder, change }: Props) {
  const { allTypes } = useSession();
  const fields = useMemo(() => conditionFields(type, allTypes, holder), [type, allTypes, holder]);
  const behind = useMemo(() => fieldsBehind(type, allTypes, holder), [type, allTypes, holder]);
  const filters = readFilters(value);
  const [isJson, setJson] = useState(() => groupsOf(filters) === null);
  return (
    // The form of a condition is inside that of the role, which must not be sent with it.
    <div
      className="field"
      role="group"
      aria-label={say('grants.rows')}
      onSubmit={(event) => event.stopPropagation()}
    >
      <span className="hint" aria-hidden>
        {say('grants.rows')}
      </span>
      {isJson ? (
        <JsonCondition id={id} value={value} hasMe={holder !== 'nobody'} change={change} />
      ) : (
        <div className="row-conditions">
          {value === null && <span>{say('grants.rows.all')}</span>}
          <FilterChips
            fields={fields}
            behind={behind}
            filters={filters}
            change={(next) => change((next ?? null) as Json)}
          />
          {holder !== 'nobody' && <p className="hint">{say(`grants.rows.me.${holder}`)}</p>}
        </div>
      )}
      <button type="button" className="link-button" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
        {say('grants.rows.json')}
      </button>
    </div>
  );
}
