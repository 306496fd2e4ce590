import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { HomeStep } from '../../contract/home.js';
import { say } from '../messages/messages.js';
import { openKept } from '../session/kept.js';
import { useSession } from '../session/session.js';

/** What a new project needs next, until it is done or hidden in this browser. */
export function NextSteps({ steps }: { readonly steps: readonly HomeStep[] }) {
  const { administrator } = useSession();
  const [kept] = useState(() =>
    openKept(administrator.documentId, ['next steps hidden'], (given) => (given === true ? true : null)),
  );
  const [isHidden, setHidden] = useState(() => kept.read() === true);
  if (isHidden || steps.length === 0) return null;
  const hide = (): void => {
    kept.write(true);
    setHidden(true);
    document.getElementById('content')?.focus();
  };
  return (
    <section className="home-card home-steps" aria-labelledby="home-steps">
      <h2 id="home-steps">{say('home.steps')}</h2>
      <ol>
        {steps.map(({ name, isDone }) => (
          <li key={name} className={isDone ? 'done' : ''}>
            <span className="home-mark" aria-hidden>
              {isDone ? '●' : '○'}
            </span>
            <div>
              {isDone ? <span>{say(`home.step.${name}`)}</span> : <StepLink name={name} />}{' '}
              {isDone && <span className="state good">{say('home.step.done')}</span>}
              <p className="hint">{say(`home.step.${name}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <button type="button" className="button quiet" onClick={hide}>
        {say('home.steps.hide')}
      </button>
    </section>
  );
}

function StepLink({ name }: Pick<HomeStep, 'name'>) {
  const { types, rights } = useSession();
  const words = say(`home.step.${name}`);
  if (name === 'type') return <Link to="/types">{words}</Link>;
  if (name === 'token')
    return (
      <Link to="/settings/tokens" search={{ open: '+' }}>
        {words}
      </Link>
    );
  const first = types.find(({ uid }) => rights[uid]?.create !== undefined);
  if (first === undefined) return <span>{words}</span>;
  const id = first.kind === 'singleType' ? '-' : 'new';
  return (
    <Link to="/content/$uid/$id" params={{ uid: first.uid, id }} search={{}}>
      {words}
    </Link>
  );
}
