import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { LeftoversAnswer, LeftoverView } from '../../contract/type-builder.js';
import { joinNames, say } from '../messages/messages.js';
import { ApiFailure, request } from '../session/api.js';
import { reasonOf } from '../settings/use-action.js';
import { FailureView } from '../shell/failure-view.js';
import { Dialog } from '../ui/dialog.js';
import { described, FieldFrame } from '../ui/field-frame.js';
import { Loading } from '../ui/loading.js';

/**
 * What the database has kept of removed content-types and attributes. It is counted when somebody asks, as that reads whole
 * tables.
 */
export function Leftovers() {
  const [isShown, setShown] = useState(false);
  const [asked, setAsked] = useState<LeftoverView | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const found = useQuery({
    queryKey: ['types', 'leftovers'],
    queryFn: async ({ signal }) =>
      (await request<{ data: LeftoversAnswer }>('GET', 'types/leftovers', { signal })).data,
    enabled: isShown,
    staleTime: 0,
  });
  const ended = (words: string): void => {
    setOutcome(words);
    void found.refetch();
  };
  return (
    <section className="types-left" aria-labelledby="left-title">
      <h2 id="left-title" ref={title} tabIndex={-1}>
        {say('types.left.title')}
      </h2>
      <p className="hint">{say('types.left.text')}</p>
      <p role="status" className={outcome === null ? 'hidden' : 'banner'}>
        {outcome}
      </p>
      {!isShown && (
        <button
          type="button"
          className="button"
          onClick={() => {
            setShown(true);
            // The button goes.
            title.current?.focus();
          }}
        >
          {say('types.left.show')}
        </button>
      )}
      {found.isLoading && <Loading bars={2} />}
      {found.error && <FailureView error={found.error} retry={() => void found.refetch()} />}
      {found.data?.leftovers.length === 0 && <p>{say('types.left.none')}</p>}
      {found.data && found.data.leftovers.length > 0 && <Rows left={found.data} ask={setAsked} />}
      {asked && (
        <DropDialog
          leftover={asked}
          close={() => setAsked(null)}
          ended={(words) => {
            ended(words);
            title.current?.focus();
          }}
        />
      )}
    </section>
  );
}

interface RowsProps {
  readonly left: LeftoversAnswer;
  readonly ask: (leftover: LeftoverView) => void;
}

const Rows = ({ left: { leftovers, mayDrop }, ask }: RowsProps) => (
  <ul>
    {leftovers.map((leftover) => (
      <li key={leftover.name} className="types-leftover">
        <div>
          <code>{leftover.name}</code>
          <p className="hint">{describe(leftover)}</p>
        </div>
        {mayDrop && (
          <button
            type="button"
            className="button quiet danger"
            aria-haspopup="dialog"
            aria-label={say('types.left.drop.name', { name: leftover.name })}
            onClick={() => ask(leftover)}
          >
            {say('types.left.drop')}
          </button>
        )}
      </li>
    ))}
  </ul>
);

function describe({ about, values }: LeftoverView): string {
  const what = about.map(({ type, attribute }) => (attribute === undefined ? type : `${type}.${attribute}`));
  const origin = what.length === 0 ? [] : [say('types.left.of', { what: joinNames(what) })];
  return [say('types.left.values', { count: values }), ...origin].join(' · ');
}

interface DropProps {
  readonly leftover: LeftoverView;
  readonly close: () => void;
  readonly ended: (words: string) => void;
}

/** The second step: says what goes, and wants its name typed. The server then asks who it is. */
function DropDialog({ leftover: { name, values }, close, ended }: DropProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<ReactNode>();
  const [isBusy, setBusy] = useState(false);
  const outcome = useRef<string | null>(null);
  const drop = async (event: FormEvent, dismiss: () => void): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (typed !== name) return setFault(say('types.left.differs', { name }));
    setBusy(true);
    try {
      await request('POST', 'types/drop', { body: { name, values } });
      outcome.current = say('types.left.dropped', { name });
      dismiss();
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 409)) return setFault(reasonOf(error));
      outcome.current = say('types.left.changed');
      dismiss();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={say('types.left.ask', { name })}
      isHeld={isBusy}
      close={() => {
        close();
        if (outcome.current !== null) ended(outcome.current);
      }}
    >
      {(dismiss) => (
        <form onSubmit={(event) => void drop(event, dismiss)} noValidate>
          <p>{say('types.left.loss', { count: values })}</p>
          <FieldFrame id="left-name" label={say('types.left.type', { name })} fault={fault}>
            <input
              id="left-name"
              className="input"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              {...described('left-name', undefined, fault)}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </FieldFrame>
          <div className="row">
            <button type="button" className="button" disabled={isBusy} onClick={dismiss}>
              {say('cancel')}
            </button>
            <button type="submit" className="button danger" disabled={isBusy}>
              {say('types.left.drop.name', { name })}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
