import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { ProofBody } from '../../contract/profile.js';
import type { Me } from '../../contract/start.js';
import { say } from '../messages/messages.js';
import { paths } from '../../contract/paths.js';
import { base, isProven, renewSignIn, request } from '../session/api.js';
import type { Answer } from '../session/question.js';
import { useSession } from '../session/session.js';
import { useAction } from '../settings/use-action.js';
import { described, FieldFrame } from '../ui/field-frame.js';

/** Asks for the password, a code or another sign-in with the provider over the page, which then goes on with what was asked. */
export default function ProofDialog({ answer }: { readonly answer: Answer }) {
  const { administrator } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const means = meansOf(administrator);
  const { provider } = administrator;
  const [chosen, setChosen] = useState<Means>(means[0] ?? 'password');
  const isCode = chosen === 'code';
  const [given, setGiven] = useState('');
  const isRight = useRef(false);
  const action = useAction();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => document.getElementById('proof-given')?.focus(), [chosen]);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (action.isBusy) return;
    const body: ProofBody = isCode ? { code: given } : { password: given };
    if (await action.run(() => request('POST', 'prove', { body }))) proven();
  };
  /** The focus goes back to where it was before the request goes on. */
  const proven = (): void => {
    isRight.current = true;
    dialog.current?.close();
  };
  return (
    <dialog
      className="question proof"
      ref={dialog}
      aria-labelledby={id}
      onClose={() => answer(isRight.current)}
    >
      <form onSubmit={(event) => void send(event)}>
        <h2 id={id}>{say('proof.title')}</h2>
        <p>{say('proof.text')}</p>
        <input
          className="hidden"
          type="email"
          autoComplete="username"
          value={administrator.email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        {chosen === 'provider' && provider !== null ? (
          <ByProvider provider={provider} proven={proven} />
        ) : (
          <FieldFrame
            key={chosen}
            id="proof-given"
            label={say(isCode ? 'proof.code' : 'proof.password')}
            fault={action.fault}
          >
            <input
              id="proof-given"
              className="input"
              type={isCode ? 'text' : 'password'}
              autoComplete={isCode ? 'one-time-code' : 'current-password'}
              required
              {...described('proof-given', undefined, action.fault)}
              value={given}
              onChange={({ target }) => setGiven(target.value)}
            />
          </FieldFrame>
        )}
        {means
          .filter((one) => one !== chosen)
          .map((one) => (
            <button
              key={one}
              type="button"
              className="link-button"
              onClick={() => {
                setChosen(one);
                setGiven('');
              }}
            >
              {one === 'provider'
                ? say('proof.useProvider', { provider: provider ?? '' })
                : say(wordsFor[one])}
            </button>
          ))}
        <div className="row">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {say('cancel')}
          </button>
          {chosen !== 'provider' && (
            <button type="submit" className="button primary" disabled={action.isBusy}>
              {say('proof.do')}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** What proves who somebody is. */
type Means = 'code' | 'provider' | 'password';

const meansOf = ({ hasSecondFactor, provider, hasPassword }: Me): readonly Means[] => [
  ...(hasSecondFactor ? (['code'] as const) : []),
  ...(provider === null ? [] : (['provider'] as const)),
  ...(hasPassword ? (['password'] as const) : []),
];

const wordsFor = { code: 'proof.useCode', password: 'proof.usePassword' } as const;

interface ByProviderProps {
  readonly provider: string;
  readonly proven: () => void;
}

/** For those who may have no password: another sign-in in a window of its own, and then going on with it. */
function ByProvider({ provider, proven }: ByProviderProps) {
  const [isOpened, setOpened] = useState(false);
  const action = useAction();
  const [isUnproven, setUnproven] = useState(false);
  const goOn = async (): Promise<void> => {
    if (!(await action.run(renewSignIn))) return;
    setUnproven(!isProven());
    if (isProven()) proven();
  };
  return (
    <>
      <a
        id="proof-given"
        href={`${base}${paths.provider}/${provider}?again=1`}
        target="_blank"
        rel="noopener"
        onClick={() => setOpened(true)}
      >
        {say('proof.provider', { provider })}
      </a>
      {isOpened && (
        <button type="button" className="button" disabled={action.isBusy} onClick={() => void goOn()}>
          {say('proof.provider.done')}
        </button>
      )}
      <span className="fault" role="alert">
        {action.fault ?? (isUnproven && say('proof.provider.none', { provider }))}
      </span>
    </>
  );
}
