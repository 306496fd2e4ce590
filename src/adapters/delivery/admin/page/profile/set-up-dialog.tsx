import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BegunSecondFactor, RecoveryCodes } from '../../contract/profile.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { FormDialog } from '../settings/form-dialog.js';
import { reasonOf } from '../settings/use-action.js';
import { FieldFrame } from '../ui/field-frame.js';
import { Loading } from '../ui/loading.js';

interface Props {
  readonly done: (codes: readonly string[]) => void;
  readonly close: () => void;
}

/** Shows the secret for an authenticator, which counts once a code of it is given. */
export function SetUpDialog({ done, close }: Props) {
  const [code, setCode] = useState('');
  const begun = useQuery({
    queryKey: ['second factor'],
    queryFn: async () => (await request<{ data: BegunSecondFactor }>('POST', 'second-factor/begin')).data,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const { data } = begun;
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere) document.getElementById('factor-code')?.focus();
  }, [isThere]);
  const confirm = async (): Promise<void> => {
    const body = { sealed: data?.sealed ?? '', code };
    done(
      (await request<{ data: RecoveryCodes }>('POST', 'second-factor/confirm', { body })).data.recoveryCodes,
    );
  };
  return (
    <FormDialog
      title={say('factor.setUp')}
      submit={data === undefined ? undefined : say('factor.confirm')}
      run={confirm}
      close={close}
    >
      {begun.error && (
        <p className="fault" role="alert">
          {reasonOf(begun.error)}
        </p>
      )}
      {data === undefined ? (
        !begun.error && <Loading bars={3} />
      ) : (
        <>
          <p>{say('factor.scan')}</p>
          <img
            className="factor-picture"
            src={`data:image/svg+xml,${encodeURIComponent(data.picture)}`}
            alt={say('factor.picture')}
          />
          <FieldFrame id="factor-secret" label={say('factor.secret')}>
            <input
              id="factor-secret"
              className="input code"
              readOnly
              value={secretIn(data.uri)}
              onFocus={({ target }) => target.select()}
            />
          </FieldFrame>
          <FieldFrame id="factor-code" label={say('proof.code')} isRequired>
            <input
              id="factor-code"
              className="input code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </FieldFrame>
        </>
      )}
    </FormDialog>
  );
}

/** For those who type it, in groups. */
const secretIn = (uri: string): string =>
  (new URL(uri).searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ');
