import { useState, type FormEvent } from 'react';
import type { Json } from '../../../../../../domain/schema/schema.js';
import type { WebhookView } from '../../../contract/webhooks.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { readAgain } from '../setting.js';
import { useAction } from '../use-action.js';
import { useChanged, useLeaving } from '../use-leaving.js';
import {
  headersIn,
  WebhookFilters,
  WebhookHeaders,
  WebhookLocales,
  type Header,
} from './webhook-narrowing.js';

interface Props {
  /** Absent: one that is to be made. */
  readonly webhook?: WebhookView;
  readonly isOff?: boolean;
  /** Called with one that was made. */
  readonly made?: (webhook: WebhookView, secret: string | undefined) => void;
  readonly close: () => void;
}

const eventGroups = [
  [
    'entry',
    [
      'entry.create',
      'entry.update',
      'entry.delete',
      'entry.publish',
      'entry.unpublish',
      'entry.draft-discard',
    ],
  ],
  ['media', ['media.create', 'media.update', 'media.delete']],
  ['user', ['user.create', 'user.update', 'user.delete']],
] as const;

/** The address of a webhook, what it is called for, and what is sent along. */
export function WebhookForm({ webhook, isOff = false, made, close }: Props) {
  const { types } = useSession();
  const action = useAction();
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true);
  const [events, setEvents] = useState<readonly string[]>(
    webhook?.events ?? ['entry.publish', 'entry.unpublish'],
  );
  const [chosen, setChosen] = useState(webhook?.types ?? null);
  const [locales, setLocales] = useState(webhook?.locales ?? null);
  const [filters, setFilters] = useState<Json>(webhook?.filters ?? null);
  const [headers, setHeaders] = useState<readonly Header[]>(
    () => webhook?.headers.map((one) => ({ name: one, value: null })) ?? [],
  );
  const [done, setDone] = useState('');
  const { isChanged, keep } = useChanged([
    name,
    url,
    enabled,
    events.toSorted(),
    chosen?.toSorted(),
    locales,
    filters,
    headers,
  ]);
  const leaveSaved = useLeaving(isChanged);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (action.isBusy) return;
    const body = {
      name: name.trim(),
      url: url.trim(),
      enabled,
      events,
      types: chosen,
      locales,
      filters: chosen === null ? null : filters,
      headers: headersIn(headers),
    };
    const path = webhook === undefined ? 'webhooks' : `webhooks/${webhook.documentId}`;
    const isSaved = await action.run(async () => {
      const method = webhook === undefined ? 'POST' : 'PATCH';
      const { data } = await request<{ data: WebhookView & { readonly signingSecret?: string } }>(
        method,
        path,
        {
          body,
        },
      );
      await readAgain('webhooks');
      if (webhook === undefined) leaveSaved(() => made?.(data, data.signingSecret));
      else keep();
    });
    setDone(isSaved ? say('roles.saved') : '');
  };
  const toggle = (all: readonly string[], one: string, isOn: boolean): readonly string[] =>
    isOn ? [...all, one] : all.filter((each) => each !== one);
  return (
    <form className="setting-form" onSubmit={(event) => void send(event)}>
      <FieldFrame id="webhook-name" label={say('column.name')} isRequired>
        <input
          id="webhook-name"
          className="input"
          required
          maxLength={100}
          readOnly={isOff}
          autoComplete="off"
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </FieldFrame>
      <FieldFrame id="webhook-url" label={say('webhooks.url')} isRequired hint={say('webhooks.url.hint')}>
        <input
          id="webhook-url"
          type="url"
          className="input"
          required
          readOnly={isOff}
          autoComplete="off"
          placeholder="https://"
          aria-describedby="webhook-url-hint"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </FieldFrame>
      <label className="choice">
        <input
          type="checkbox"
          disabled={isOff}
          checked={enabled}
          onChange={({ target }) => setEnabled(target.checked)}
        />
        {say('webhooks.enabled')}
      </label>
      {eventGroups.map(([group, all]) => (
        <fieldset className="field" key={group} disabled={isOff}>
          <legend className="label">{say(`webhooks.group.${group}`)}</legend>
          <div className="choices">
            {all.map((one) => (
              <label className="choice" key={one}>
                <input
                  type="checkbox"
                  checked={events.includes(one)}
                  onChange={({ target }) => setEvents(toggle(events, one, target.checked))}
                />
                <code>{one}</code>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <fieldset className="field" disabled={isOff}>
        <legend className="label">{say('webhooks.types')}</legend>
        <div className="choices">
          <label className="choice">
            <input
              type="checkbox"
              checked={chosen === null}
              onChange={({ target }) => setChosen(target.checked ? null : types.map(({ uid }) => uid))}
            />
            {say('webhooks.types.all')}
          </label>
          {chosen !== null &&
            types.map(({ uid, displayName }) => (
              <label className="choice" key={uid}>
                <input
                  type="checkbox"
                  checked={chosen.includes(uid)}
                  onChange={({ target }) => setChosen(toggle(chosen, uid, target.checked))}
                />
                {displayName}
              </label>
            ))}
        </div>
      </fieldset>
      <fieldset className="field" disabled={isOff}>
        <legend className="label">{say('grants.locales')}</legend>
        <WebhookLocales chosen={locales} change={setLocales} />
      </fieldset>
      <fieldset className="field" disabled={isOff}>
        <legend className="label">{say('webhooks.filters')}</legend>
        {chosen === null ? (
          <p className="hint">{say('webhooks.filters.hint')}</p>
        ) : (
          <WebhookFilters
            types={types.filter(({ uid }) => chosen.includes(uid))}
            value={filters}
            change={setFilters}
          />
        )}
      </fieldset>
      <fieldset className="field" disabled={isOff}>
        <legend className="label">{say('webhooks.headers')}</legend>
        <WebhookHeaders headers={headers} change={setHeaders} />
      </fieldset>
      <p className={action.fault === undefined ? 'hint' : 'fault'} role="status">
        {action.fault ?? done}
      </p>
      <div className="row">
        {!isOff && (
          <button type="submit" className="button primary" disabled={action.isBusy}>
            {say(webhook === undefined ? 'webhooks.make' : 'save')}
          </button>
        )}
        <button type="button" className="button" onClick={close}>
          {say(webhook === undefined ? 'cancel' : 'back')}
        </button>
      </div>
    </form>
  );
}
