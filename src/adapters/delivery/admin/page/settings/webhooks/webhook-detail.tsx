import type { WebhookAnswer, WebhookView } from '../../../contract/webhooks.js';
import { useState } from 'react';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { Asked } from '../../ui/asked.js';
import { areaAt, mayAll } from '../areas.js';
import { focusTitle, readAgain } from '../setting.js';
import { useAction } from '../use-action.js';
import { Deliveries } from './deliveries.js';
import { WebhookForm } from './webhook-form.js';

/** A signing secret, which the server tells once. */
export interface MadeSecret {
  readonly name: string;
  readonly secret: string;
}

interface Props {
  readonly webhook: WebhookView;
  readonly made: (secret: MadeSecret) => void;
  readonly close: () => void;
}

const { area } = areaAt('/settings/webhooks');

/** One webhook: what it is called for, what can be done with it, and its latest deliveries. */
export function WebhookDetail({ webhook, made, close }: Props) {
  const { rights } = useSession();
  const action = useAction();
  const [answer, setAnswer] = useState<WebhookAnswer | null>(null);
  const { documentId, name } = webhook;
  const path = `webhooks/${documentId}`;
  const mayUpdate = mayAll(rights, area, 'update');
  const test = (): Promise<boolean> =>
    action.run(async () => {
      setAnswer(null);
      setAnswer((await request<{ data: WebhookAnswer }>('POST', `${path}/test`)).data);
    });
  const renew = (): Promise<boolean> =>
    action.run(async () => {
      const { data } = await request<{ data: { readonly signingSecret: string } }>('POST', `${path}/secret`);
      made({ name, secret: data.signingSecret });
    });
  const remove = async (): Promise<void> => {
    const isGone = await action.run(async () => {
      await request('DELETE', path);
      await readAgain('webhooks');
    });
    if (!isGone) return;
    close();
    focusTitle();
  };
  return (
    <>
      {!mayUpdate && <p className="hint">{say('settings.readOnly', { action: 'update' })}</p>}
      <WebhookForm webhook={webhook} isOff={!mayUpdate} close={close} />
      <div className="row">
        {mayUpdate && (
          <>
            <button type="button" className="button" disabled={action.isBusy} onClick={() => void test()}>
              {say('webhooks.test')}
            </button>
            <Asked
              className=""
              label={say('webhooks.renew')}
              question={say('webhooks.renew.ask')}
              isOff={action.isBusy}
              run={() => void renew()}
            />
          </>
        )}
        {mayAll(rights, area, 'delete') && (
          <Asked
            label={say('webhooks.delete')}
            question={say('webhooks.delete.ask', { name })}
            isOff={action.isBusy}
            run={() => void remove()}
          />
        )}
      </div>
      <p className={action.fault === undefined ? 'hint' : 'fault'} role="status">
        {action.fault ?? (answer && wordsOf(answer))}
      </p>
      <Deliveries webhook={documentId} mayResend={mayUpdate} />
    </>
  );
}

const wordsOf = (answer: WebhookAnswer): string =>
  answer.kind === 'answered'
    ? say('webhooks.tested', { status: answer.status })
    : say('webhooks.testFailed', { reason: answer.reason });
