import { useState } from 'react';
import type { Profile, RecoveryCodes as Codes } from '../../contract/profile.js';
import { say } from '../messages/messages.js';
import { signInWords } from '../messages/names.js';
import { request } from '../session/api.js';
import { useSession } from '../session/session.js';
import { useAction } from '../settings/use-action.js';
import { Asked } from '../ui/asked.js';
import { Part } from './part.js';
import { readProfileAgain } from './person-forms.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SetUpDialog } from './set-up-dialog.js';

/** Setting up, renewing and removing one-time codes beside the password. */
export function SecondFactor({ profile }: { readonly profile: Profile }) {
  const { hasSecondFactor, recoveryCodesLeft: left } = profile;
  const { provider } = useSession().administrator;
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const action = useAction();
  const renew = (): Promise<boolean> =>
    action.run(async () => {
      const { data } = await request<{ data: Codes }>('POST', 'second-factor/codes');
      setCodes(data.recoveryCodes);
      await readProfileAgain();
    });
  const remove = (): Promise<boolean> =>
    action.run(async () => {
      await request('POST', 'second-factor/remove');
      setCodes(undefined);
      await readProfileAgain();
      document.getElementById('profile-factor')?.focus();
    });
  return (
    <Part id="factor" title={say('administrators.secondFactor')} text={say('factor.text')}>
      {hasSecondFactor ? (
        <p>
          <span className="state good">● {say('factor.on')}</span>{' '}
          <span className={left < 3 ? 'fault' : 'hint'}>{say('factor.left', { count: left })}</span>
        </p>
      ) : (
        <p className="state idle">○ {signInWords(provider)}</p>
      )}
      {codes !== undefined && (
        <RecoveryCodes
          codes={codes}
          close={() => {
            setCodes(undefined);
            document.getElementById('profile-factor')?.focus();
          }}
        />
      )}
      <div className="row">
        {hasSecondFactor ? (
          <>
            <Asked
              className=""
              label={say('factor.renew')}
              question={say('factor.renew.ask')}
              isOff={action.isBusy}
              run={() => void renew()}
            />
            <Asked
              className="danger"
              label={say('administrators.factor.reset')}
              question={say('factor.remove.ask')}
              isOff={action.isBusy}
              run={() => void remove()}
            />
          </>
        ) : (
          <button type="button" className="button primary" onClick={() => setSettingUp(true)}>
            {say('factor.setUp')}
          </button>
        )}
        <span className="fault" role="alert">
          {action.fault}
        </span>
      </div>
      {isSettingUp && (
        <SetUpDialog
          done={(made) => {
            setCodes(made);
            void readProfileAgain();
          }}
          close={() => setSettingUp(false)}
        />
      )}
    </Part>
  );
}
