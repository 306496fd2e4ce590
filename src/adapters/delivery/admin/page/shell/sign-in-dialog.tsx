import { useEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import { paths } from '../../contract/paths.js';
import type { SecondFactorBody, SignInAnswer, SignInBody } from '../../contract/sign-in.js';
import { say } from '../messages/messages.js';
import { base, renewSignIn, request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import type { Answer } from '../session/question.js';
import { sessionQuery, useSession } from '../session/session.js';
import { useAction } from '../settings/use-action.js';
import { Dialog } from '../ui/dialog.js';
import { described, FieldFrame } from '../ui/field-frame.js';

const plain = { isPlain: true } as const;

/** Signs in again over the page, which then goes on. */
export default function SignInDialog({ answer }: { readonly answer: Answer }) {
  const { hasPassword, provider } = useSession().administrator;
  const first = hasPassword || provider === null ? 'password' : 'provider';
  const [step, setStep] = useState<'provider' | 'password' | 'code'>(first);
  const isSignedIn = useRef(false);
  const close = (): void => answer(isSignedIn.current);
  return (
    <Dialog title={say('signIn.again.title')} close={close} className="proof">
      {(dismiss) => {
        /** The focus goes back to where it was before the requests go on. */
        const done = (): void => {
          isSignedIn.current = true;
          // Rights may be other ones by now.
          void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
          dismiss();
        };
        return (
          <>
            <Elsewhere done={done} />
            {step === 'provider' && provider !== null ? (
              <ByProvider provider={provider} dismiss={dismiss} />
            ) : step === 'password' ? (
              <Password done={done} next={() => setStep('code')} dismiss={dismiss} />
            ) : (
              <Code done={done} back={() => setStep('password')} dismiss={dismiss} />
            )}
          </>
        );
      }}
    </Dialog>
  );
}

/** Looks whether somebody has signed in in another window, when they come back from it. */
function Elsewhere({ done }: { readonly done: () => void }) {
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      renewSignIn().then(
        () => latest.current(),
        () => undefined,
      );
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return null;
}

interface StepProps {
  readonly done: () => void;
  readonly dismiss: () => void;
}

interface ByProviderProps extends Pick<StepProps, 'dismiss'> {
  readonly provider: string;
}

/** For those who have no password. */
function ByProvider({ provider, dismiss }: ByProviderProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useFirstFocus(link);
  return (
    <>
      <p>{say('signIn.again.text')}</p>
      <div className="row">
        <button type="button" className="button" onClick={dismiss}>
          {say('cancel')}
        </button>
        <ProviderLink provider={provider} link={link} className="button primary" />
      </div>
    </>
  );
}

interface ProviderLinkProps {
  readonly provider: string;
  readonly link?: RefObject<HTMLAnchorElement | null>;
  readonly className?: string;
}

const ProviderLink = ({ provider, link, className }: ProviderLinkProps) => (
  <a
    ref={link}
    className={className}
    href={`${base}${paths.provider}/${provider}`}
    target="_blank"
    rel="noopener"
  >
    {say('signIn.provider', { provider })}
  </a>
);

/** The dialog opens after this, and takes the focus first. */
const useFirstFocus = (place: RefObject<HTMLElement | null>): void =>
  useEffect(() => queueMicrotask(() => place.current?.focus()), [place]);

function Password({ done, next, dismiss }: StepProps & { readonly next: () => void }) {
  const { administrator } = useSession();
  const [email, setEmail] = useState(administrator.email);
  const [password, setPassword] = useState('');
  const action = useAction();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (action.isBusy) return;
    const body: SignInBody = { email, password };
    let waits = false;
    const isDone = await action.run(async () => {
      const { data } = await request<{ data: SignInAnswer }>('POST', paths.signIn.slice(1), {
        body,
        ...plain,
      });
      waits = data.next === 'second-factor';
      if (!waits) await renewSignIn();
    });
    if (isDone) (waits ? next : done)();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <p>{say('signIn.again.text')}</p>
      <FieldFrame id="again-email" label={say('signIn.email')}>
        <input
          id="again-email"
          className="input"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </FieldFrame>
      <Given
        id="again-password"
        label={say('signIn.password')}
        type="password"
        autoComplete="current-password"
        fault={action.fault}
        value={password}
        change={setPassword}
      />
      {administrator.provider !== null && <ProviderLink provider={administrator.provider} />}
      <Buttons dismiss={dismiss} isBusy={action.isBusy} label={say('signIn')} />
    </form>
  );
}

function Code({ done, back, dismiss }: StepProps & { readonly back: () => void }) {
  const [code, setCode] = useState('');
  const action = useAction();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (action.isBusy) return;
    const body: SecondFactorBody = { code };
    const isDone = await action.run(async () => {
      await request('POST', paths.secondFactor.slice(1), { body, ...plain });
      await renewSignIn();
    });
    if (isDone) done();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Given
        id="again-code"
        label={say('signIn.code')}
        type="text"
        autoComplete="one-time-code"
        hint={say('signIn.code.hint')}
        fault={action.fault}
        value={code}
        change={setCode}
      />
      <button type="button" className="link-button" onClick={back}>
        {say('signIn.back')}
      </button>
      <Buttons dismiss={dismiss} isBusy={action.isBusy} label={say('proof.do')} />
    </form>
  );
}

interface GivenProps {
  readonly id: string;
  readonly label: string;
  readonly type: 'password' | 'text';
  readonly autoComplete: string;
  readonly hint?: string;
  readonly fault: ReactNode;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** What is asked for; it has the focus at first. */
function Given({ id, label, type, autoComplete, hint, fault, value, change }: GivenProps) {
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input);
  return (
    <FieldFrame id={id} label={label} hint={hint} fault={fault}>
      <input
        ref={input}
        id={id}
        className="input"
        type={type}
        autoComplete={autoComplete}
        required
        {...described(id, hint, fault)}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
    </FieldFrame>
  );
}

interface ButtonsProps {
  readonly dismiss: () => void;
  readonly isBusy: boolean;
  readonly label: string;
}

const Buttons = ({ dismiss, isBusy, label }: ButtonsProps) => (
  <div className="row">
    <button type="button" className="button" onClick={dismiss}>
      {say('cancel')}
    </button>
    <button type="submit" className="button primary" disabled={isBusy}>
      {label}
    </button>
  </div>
);
