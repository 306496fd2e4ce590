import { useState } from 'react';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { FormDialog } from '../form-dialog.js';
import { EndField } from './token-form.js';

interface Props {
  readonly name: string;
  readonly made: (name: string, token: string) => void;
  readonly close: () => void;
}

const overlaps = ['0', '1h', '1d', '7d', '30d'] as const;

/** Gives a token another secret, and the programs that have the old one time to change. */
export function RotateDialog({ name, made, close }: Props) {
  const [overlap, setOverlap] = useState<string>('7d');
  const [ends, setEnds] = useState('90');
  const run = async (): Promise<void> => {
    const body = { overlap, expiresIn: ends === '' ? null : `${ends}d` };
    const path = `tokens/${encodeURIComponent(name)}/rotate`;
    const { data } = await request<{ data: { readonly token: string } }>('POST', path, { body });
    made(name, data.token);
  };
  return (
    <FormDialog
      title={say('tokens.rotate.one', { name })}
      submit={say('tokens.rotate')}
      run={run}
      close={close}
    >
      <p className="hint">{say('tokens.rotate.text')}</p>
      <FieldFrame id="token-overlap" label={say('tokens.overlap')}>
        <select
          id="token-overlap"
          className="input"
          value={overlap}
          onChange={({ target }) => setOverlap(target.value)}
        >
          {overlaps.map((one) => (
            <option key={one} value={one}>
              {say(`tokens.overlap.${one}`)}
            </option>
          ))}
        </select>
      </FieldFrame>
      <EndField value={ends} change={setEnds} />
    </FormDialog>
  );
}
