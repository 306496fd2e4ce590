import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookView } from '../../../contract/webhooks.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { useKeys } from '../../shell/keys.js';
import { Empty } from '../../ui/empty.js';
import { areaAt, mayAll } from '../areas.js';
import { focusTitle, Setting, SettingTable, useAnswer } from '../setting.js';
import { ShownOnce } from '../shown-once.js';
import { WebhookDetail, type MadeSecret } from './webhook-detail.js';
import { WebhookForm } from './webhook-form.js';

const route = getRouteApi('/settings/webhooks');
const area = areaAt('/settings/webhooks');

/** The webhooks, and what one of them sends. `open` in the address is a documentId, or `+`. */
export function WebhooksPage() {
  const { rights } = useSession();
  const { open } = route.useSearch();
  const navigate = useNavigate({ from: '/settings/webhooks' });
  const found = useAnswer<{ readonly data: readonly WebhookView[] }>(
    'webhooks',
    rights[area.area]?.find !== undefined,
  );
  const [made, setMade] = useState<MadeSecret | null>(null);
  const mayCreate = mayAll(rights, area.area, 'create');
  const show = (id: string | undefined): void =>
    void navigate({ search: id === undefined ? {} : { open: id } });
  useKeys({ c: () => mayCreate && show('+') });
  const isNew = open === '+' && mayCreate;
  const shown = found.data?.data.find(({ documentId }) => documentId === open);
  const total = found.data?.data.length;
  return (
    <Setting
      area={area}
      title={isNew ? say('webhooks.new') : shown?.name}
      found={found}
      total={isNew || shown || total === undefined ? undefined : say('webhooks.total', { total })}
      action={
        mayCreate && !isNew && !shown ? (
          <button type="button" className="button primary" onClick={() => show('+')}>
            {say('webhooks.make')}
          </button>
        ) : undefined
      }
    >
      {({ data }) => (
        <>
          {made !== null && (
            <ShownOnce
              title={say('webhooks.once', { name: made.name })}
              text={say('webhooks.once.text')}
              label={say('webhooks.secret')}
              value={made.secret}
              close={() => {
                setMade(null);
                focusTitle();
              }}
            />
          )}
          {isNew ? (
            <WebhookForm
              close={() => show(undefined)}
              made={(webhook, secret) => {
                if (secret !== undefined) setMade({ name: webhook.name, secret });
                show(webhook.documentId);
              }}
            />
          ) : shown ? (
            <WebhookDetail
              key={shown.documentId}
              webhook={shown}
              made={setMade}
              close={() => show(undefined)}
            />
          ) : (
            <WebhookTable webhooks={data} mayCreate={mayCreate} open={show} />
          )}
        </>
      )}
    </Setting>
  );
}

interface TableProps {
  readonly webhooks: readonly WebhookView[];
  readonly mayCreate: boolean;
  readonly open: (id: string) => void;
}

function WebhookTable({ webhooks, mayCreate, open }: TableProps) {
  if (webhooks.length === 0)
    return (
      <Empty title={say('webhooks.empty')} text={say('webhooks.empty.text')} docs="webhooks">
        {mayCreate && (
          <button type="button" className="button primary" onClick={() => open('+')}>
            {say('webhooks.make')}
          </button>
        )}
      </Empty>
    );
  return (
    <SettingTable
      caption={say('webhooks.title')}
      columns={[say('column.name'), say('webhooks.url'), say('webhooks.events'), say('column.status')]}
    >
      {webhooks.map(({ documentId, name, url, events, enabled }) => (
        <tr key={documentId}>
          <th scope="row">
            <button type="button" className="link-button" dir="auto" onClick={() => open(documentId)}>
              {name}
            </button>
          </th>
          <td data-label={say('webhooks.url')}>
            <code>{url}</code>
          </td>
          <td data-label={say('webhooks.events')}>
            {say('webhooks.events.count', { count: events.length })}
          </td>
          <td data-label={say('column.status')}>
            {enabled ? (
              <span className="state good">● {say('webhooks.on')}</span>
            ) : (
              <span className="state idle">○ {say('webhooks.off')}</span>
            )}
          </td>
        </tr>
      ))}
    </SettingTable>
  );
}
