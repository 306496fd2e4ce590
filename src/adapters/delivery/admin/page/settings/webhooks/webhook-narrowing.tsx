import { X } from 'lucide-react';
import { useId, useMemo } from 'react';
import type { Json } from '../../../../../../domain/schema/schema.js';
import type { WireType } from '../../../contract/types.js';
import { FilterChips } from '../../list/filters/filter-chips.js';
import { groupsOf, readFilters } from '../../list/filters/conditions.js';
import { fieldsOf } from '../../list/filters/fields.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { Tool } from '../../ui/tool.js';

interface LocalesProps {
  /** Null: all. */
  readonly chosen: readonly string[] | null;
  readonly change: (chosen: readonly string[] | null) => void;
}

/** For which locales of localized entries a webhook is called. */
export function WebhookLocales({ chosen, change }: LocalesProps) {
  const { locales } = useSession();
  const codes = locales.map(({ code }) => code);
  const named = [...new Set([...codes, ...(chosen ?? [])])];
  const toggle = (code: string, isOn: boolean): void => {
    const next = named.filter((one) => (one === code ? isOn : chosen?.includes(one)));
    // Without any locale it would be called for nothing.
    if (next.length > 0) change(next);
  };
  return (
    <div className="choices" role="group" aria-label={say('grants.locales')}>
      <label className="choice">
        <input
          type="checkbox"
          checked={chosen === null}
          onChange={({ target }) => change(target.checked ? null : codes)}
        />
        {say('webhooks.locales.all')}
      </label>
      {chosen !== null &&
        named.map((code) => (
          <label className="choice" key={code}>
            <input
              type="checkbox"
              checked={chosen.includes(code)}
              onChange={({ target }) => toggle(code, target.checked)}
            />
            <code>{code}</code>
          </label>
        ))}
    </div>
  );
}

interface FiltersProps {
  /** The content-types that the webhook names. */
  readonly types: readonly WireType[];
  readonly value: Json;
  readonly change: (value: Json) => void;
}

/** Which entries a webhook is called for, by attributes that all its content-types have. */
export function WebhookFilters({ types, value, change }: FiltersProps) {
  const session = useSession();
  const fields = useMemo(() => {
    const [first = [], ...others] = types.map((type) => fieldsOf(type, session));
    return first.filter((field) =>
      others.every((one) =>
        one.some(({ path, kind }) => path.join() === field.path.join() && kind === field.kind),
      ),
    );
  }, [types, session]);
  const filters = readFilters(value);
  return (
    <div
      className="row"
      role="group"
      aria-label={say('webhooks.filters')}
      onSubmit={(event) => event.stopPropagation()}
    >
      {filters === undefined && <span>{say('grants.rows.all')}</span>}
      <FilterChips fields={fields} filters={filters} change={(next) => change((next ?? null) as Json)} />
      {groupsOf(filters) === null && <code>{JSON.stringify(value)}</code>}
    </div>
  );
}

export interface Header {
  readonly name: string;
  /** Null: it keeps the value that the server has, which is not shown again. */
  readonly value: string | null;
}

/** The headers as they are sent. */
export const headersIn = (headers: readonly Header[]): Readonly<Record<string, string | null>> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value]));

interface HeadersProps {
  readonly headers: readonly Header[];
  readonly change: (headers: readonly Header[]) => void;
}

/** What is sent with each call besides the signature. */
export function WebhookHeaders({ headers, change }: HeadersProps) {
  const id = useId();
  const put = (at: number, next: Partial<Header>): void =>
    change(headers.map((one, index) => (index === at ? { ...one, ...next } : one)));
  return (
    <div className="webhook-headers" id={id}>
      {headers.map(({ name, value }, at) => (
        <div className="row webhook-header" key={at}>
          <input
            className="input code"
            required
            autoComplete="off"
            maxLength={100}
            aria-label={say('webhooks.header.name')}
            placeholder="Authorization"
            readOnly={value === null}
            value={name}
            onChange={({ target }) => put(at, { name: target.value })}
          />
          <input
            className="input code"
            required={value !== null}
            autoComplete="off"
            aria-label={say('webhooks.header.value')}
            placeholder={value === null ? say('webhooks.header.kept') : undefined}
            value={value ?? ''}
            onChange={({ target }) => put(at, { value: target.value })}
          />
          <Tool
            label={say('webhooks.header.remove', { name })}
            icon={<X size={16} aria-hidden />}
            run={() => {
              change(headers.filter((_, index) => index !== at));
              document.getElementById(id)?.querySelector('button')?.focus();
            }}
          />
        </div>
      ))}
      <button type="button" className="button" onClick={() => change([...headers, { name: '', value: '' }])}>
        {say('webhooks.header.add')}
      </button>
    </div>
  );
}
