import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { DeclaredController } from '../../../contract/grants.js';
import type { ApiToken } from '../../../contract/tokens.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { GrantMatrix } from '../grants/grant-matrix.js';
import { contentOf, grantableOf, grantsIn, type Held } from '../grants/held-grants.js';
import { useAction } from '../use-action.js';
import { useChanged, useLeaving } from '../use-leaving.js';

interface Props {
  readonly declared: readonly DeclaredController[];
  readonly made: (name: string, token: string) => void;
  readonly close: () => void;
}

const accesses: readonly ApiToken['access'][] = ['read-only', 'custom', 'full-access'];
const days = ['7', '30', '90', '365', ''] as const;

interface EndProps {
  /** A number of days; empty: it never ends. */
  readonly value: string;
  readonly change: (value: string) => void;
}

/** When a token ends. */
export const EndField = ({ value, change }: EndProps) => (
  <FieldFrame
    id="token-ends"
    label={say('tokens.ends')}
    hint={value === '' ? say('tokens.never.hint') : undefined}
  >
    <select id="token-ends" className="input" value={value} onChange={({ target }) => change(target.value)}>
      {days.map((count) => (
        <option key={count} value={count}>
          {count === '' ? say('tokens.never') : say('tokens.days', { count: Number(count) })}
        </option>
      ))}
    </select>
  </FieldFrame>
);

/** Makes a token: what it is called, what it may do, and when it ends. */
export function TokenForm({ declared, made, close }: Props) {
  const { allTypes } = useSession();
  const action = useAction();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<ApiToken['access']>('read-only');
  const [held, setHeld] = useState<Held>({});
  const [ends, setEnds] = useState<string>('90');
  const leaveSaved = useLeaving(useChanged([name, access, held, ends]).isChanged);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (action.isBusy) return;
    const grants = grantsIn(held);
    const body = {
      name: name.trim(),
      access,
      ...(access === 'custom' && { grants }),
      ...(ends !== '' && { expiresIn: `${ends}d` }),
    };
    await action.run(async () => {
      const { data } = await request<{ data: { readonly token: string } }>('POST', 'tokens', { body });
      leaveSaved(() => made(body.name, data.token));
    });
  };
  return (
    <form className="setting-form wide" onSubmit={(event) => void make(event)}>
      <FieldFrame id="token-name" label={say('column.name')} isRequired hint={say('tokens.name.hint')}>
        <input
          id="token-name"
          ref={field}
          className="input"
          required
          maxLength={100}
          autoComplete="off"
          aria-describedby="token-name-hint"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </FieldFrame>
      <FieldFrame id="token-access" label={say('tokens.access')} isGroup>
        <div className="stack">
          {accesses.map((one) => (
            <label className="choice tall" key={one}>
              <input
                type="radio"
                name="token-access"
                checked={access === one}
                onChange={() => setAccess(one)}
              />
              <span>
                {say(`tokens.access.${one}`)}{' '}
                <span className="hint">– {say(`tokens.access.${one}.hint`)}</span>
              </span>
            </label>
          ))}
        </div>
      </FieldFrame>
      {access === 'custom' && (
        <GrantMatrix
          caption={say('tokens.may')}
          grantable={grantableOf(contentOf(allTypes), declared)}
          held={held}
          change={setHeld}
          holder="nobody"
        />
      )}
      <EndField value={ends} change={setEnds} />
      <p className="fault" role="alert">
        {action.fault}
      </p>
      <div className="row">
        <button type="submit" className="button primary" disabled={action.isBusy}>
          {say('tokens.make')}
        </button>
        <button type="button" className="button" onClick={close}>
          {say('cancel')}
        </button>
      </div>
    </form>
  );
}
