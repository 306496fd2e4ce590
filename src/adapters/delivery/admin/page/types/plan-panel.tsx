import { useState, type ReactNode } from 'react';
import type { ApplyAnswer, PlanAnswer } from '../../contract/type-builder.js';
import { compareLines } from '../entry/compare/difference.js';
import { say } from '../messages/messages.js';
import { ApiFailure, request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { sessionQuery } from '../session/session.js';
import { reasonOf } from '../settings/use-action.js';
import { Asked } from '../ui/asked.js';
import { useChangeSet } from './change-set.js';

interface Props {
  readonly plan: PlanAnswer;
  readonly isBusy: boolean;
  readonly refresh: () => void;
}

interface Outcome {
  readonly isBad: boolean;
  readonly words: ReactNode;
  readonly problem?: string;
}

/** What the edits would do, before anything is done. */
export function PlanPanel({ plan, isBusy, refresh }: Props) {
  const { edits, undo, clear } = useChangeSet();
  const [isApplying, setApplying] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const apply = async (): Promise<void> => {
    setApplying(true);
    try {
      const body = { revision: plan.revision, edits };
      const { data } = await request<{ data: ApplyAnswer }>('POST', 'types/apply', { body });
      setOutcome({ isBad: false, words: say(`types.applied.${data.reloaded}`) });
      clear();
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    } catch (error) {
      setOutcome(failedBy(error));
      refresh();
    } finally {
      setApplying(false);
    }
  };
  const hasUnsafe = plan.changes.some(({ kind }) => kind === 'unsafe');
  const isOff =
    isBusy ||
    isApplying ||
    hasUnsafe ||
    plan.faults.length > 0 ||
    plan.files.length === 0 ||
    plan.fixed !== null;
  return (
    <>
      <div role="status" className={outcome === null ? 'hidden' : `banner${outcome.isBad ? ' bad' : ''}`}>
        {outcome?.words}
        {outcome?.problem !== undefined && <pre className="types-problem">{outcome.problem}</pre>}
      </div>
      {edits.length > 0 && (
        <section className="types-plan" aria-labelledby="plan-title" aria-busy={isBusy}>
          <h2 id="plan-title" tabIndex={-1}>
            {say('types.plan.title', { count: edits.length })}
          </h2>
          <PlanLines plan={plan} />
          {plan.files.map((file) => (
            <FileDifference key={file.file} file={file} />
          ))}
          <div className="row">
            <button type="button" className="button primary" disabled={isOff} onClick={() => void apply()}>
              {say('types.plan.apply')}
            </button>
            <button type="button" className="button" disabled={isApplying} onClick={undo}>
              {say('types.plan.undo')}
            </button>
            <Asked
              label={say('types.discard')}
              question={say('types.discard.ask')}
              run={clear}
              isOff={isApplying}
            />
            <span className="hint" role="status">
              {isApplying ? say('types.plan.applying') : isBusy ? say('types.plan.checking') : ''}
            </span>
          </div>
        </section>
      )}
    </>
  );
}

function failedBy(error: unknown): Outcome {
  if (!(error instanceof ApiFailure)) return { isBad: true, words: String(error) };
  if (error.status === 409) return { isBad: true, words: say('types.conflict') };
  const problem = error.answer?.details?.['problem'];
  return { isBad: true, words: reasonOf(error), ...(typeof problem === 'string' && { problem }) };
}

function PlanLines({ plan }: { readonly plan: PlanAnswer }) {
  const { faults, changes, renames, mentions, files, isTransient } = plan;
  return (
    <ul className="types-lines">
      {faults.map(({ file, path, message }) => (
        <Line
          key={`${file} ${path} ${message}`}
          kind="fault"
          words={`${path} ${message}`.trim()}
          about={file}
        />
      ))}
      {changes.map(({ kind, name, message }) => (
        <Line key={`${kind} ${name} ${message}`} kind={kind} words={message} />
      ))}
      {renames.map((sentence) => (
        <Line key={sentence} kind="warning" words={say('types.plan.rename', { sentence })} />
      ))}
      {mentions.map(({ kind, name, type, attribute }) => (
        <Line
          key={`${kind} ${name} ${type} ${attribute ?? ''}`}
          kind="warning"
          words={say(`types.mention.${kind}`, {
            name,
            what: attribute === null ? type : `${type}.${attribute}`,
          })}
        />
      ))}
      {isTransient && files.length > 0 && <Line kind="warning" words={say('types.plan.transient')} />}
      {files.length === 0 && faults.length === 0 && <Line kind="safe" words={say('types.plan.nothing')} />}
    </ul>
  );
}

const signs = { safe: '✓', unsafe: '!', leftover: '◌', warning: '!', fault: '×' } as const;

interface LineProps {
  readonly kind: keyof typeof signs;
  readonly words: string;
  readonly about?: string;
}

const Line = ({ kind, words, about }: LineProps) => (
  <li className={`types-line ${kind}`}>
    <span className="types-sign">
      <span aria-hidden>{signs[kind]}</span> {say(`types.sign.${kind}`)}
    </span>
    <span>
      {words} {about !== undefined && <code className="hint">{about}</code>}
    </span>
  </li>
);

const linesOf = (text: string | null): readonly string[] =>
  text === null ? [] : text.replace(/\n$/, '').split('\n');

function FileDifference({ file: { file, before, after } }: { readonly file: PlanAnswer['files'][number] }) {
  const kind = before === null ? 'new' : after === null ? 'gone' : 'changed';
  const lines = compareLines(linesOf(before), linesOf(after)).flatMap((stretch) =>
    stretch.text
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind: stretch.kind, text })),
  );
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - 2), at + 3).some((line) => line.kind !== 'same');
  return (
    <details className="types-file">
      <summary>
        <code>{file}</code> <span className="hint">{say(`types.file.${kind}`)}</span>
      </summary>
      <pre tabIndex={0} aria-label={file}>
        {lines.map(({ kind: sign, text }, at) =>
          isNear(at) ? (
            <span className={`types-${sign}`} key={at}>
              {sign === 'new' ? '+ ' : sign === 'gone' ? '- ' : '  '}
              {text}
              {'\n'}
            </span>
          ) : null,
        )}
      </pre>
    </details>
  );
}
