import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { DocumentRow } from '../../../contract/documents.js';
import type { WireType } from '../../../contract/types.js';
import { formatKilobytes, formatNumber, say } from '../../messages/messages.js';
import { ApiFailure } from '../../session/api.js';
import { reasonOf } from '../../settings/use-action.js';
import { Dialog } from '../../ui/dialog.js';
import type { ListSearch } from '../list-search.js';
import { countOf, type Chosen } from '../selection.js';
import { keepFile, takeExport } from './take-export.js';

interface Props {
  readonly type: WireType;
  readonly search: ListSearch;
  readonly chosen: Chosen;
  readonly rows: readonly DocumentRow[];
  /** How many match; undefined: that is not known. */
  readonly total: number | undefined;
  /** The columns that the list shows. */
  readonly columns: readonly string[];
  readonly close: () => void;
}

type Which = 'chosen' | 'page' | 'all';
type Step =
  | { readonly at: 'asking'; readonly failure: ReactNode }
  | { readonly at: 'taking'; readonly bytes: number; readonly stop: AbortController };

/** Asks which entries a file is to have, and takes it. */
export default function ExportDialog({ type, search, chosen, rows, total, columns, close }: Props) {
  const hasChosen = chosen.kind === 'some' && chosen.labels.size > 0;
  const [which, setWhich] = useState<Which>(hasChosen ? 'chosen' : 'all');
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [isWhole, setWhole] = useState(false);
  const [step, setStep] = useState<Step>({ at: 'asking', failure: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const ids: Readonly<Record<Which, readonly string[] | undefined>> = {
    chosen: chosen.kind === 'some' ? [...chosen.labels.keys()] : undefined,
    page: rows.map(({ documentId }) => documentId),
    all: undefined,
  };
  const take = async (dismiss: () => void): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    const named = ids[which];
    const body = {
      format,
      ...(!isWhole && { columns: columns.join(',') }),
      ...(named !== undefined && { ids: named }),
    };
    setStep({ at: 'taking', bytes: 0, stop });
    try {
      const file = await takeExport({
        uid: type.uid,
        search,
        body,
        signal: stop.signal,
        progress: (bytes) => setStep({ at: 'taking', bytes, stop }),
      });
      keepFile(file, `${type.pluralName}.${format}`);
      dismiss();
    } catch (error) {
      if (!(error instanceof ApiFailure) && !stop.signal.aborted) throw error;
      setStep({ at: 'asking', failure: error instanceof ApiFailure ? faultOf(error) : null });
    }
  };
  const isTaking = step.at === 'taking';
  const counts: readonly (readonly [Which, number | undefined])[] = [
    ...(hasChosen ? [['chosen', countOf(chosen, 0)] as const] : []),
    ['page', rows.length],
    ['all', total],
  ];
  return (
    <Dialog title={say('export.title')} close={close}>
      {(dismiss) => (
        <form
          aria-busy={isTaking}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (!isTaking) void take(dismiss);
          }}
        >
          <Choices
            legend={say('export.which')}
            name="which"
            value={which}
            choices={counts.map(([one, count]) => [one, wordsOf(one, count)])}
            change={setWhich}
          />
          <Choices
            legend={say('export.format')}
            name="format"
            value={format}
            choices={[
              ['csv', say('export.csv')],
              ['json', 'JSON'],
            ]}
            change={setFormat}
          />
          <Choices
            legend={say('columns.title')}
            name="columns"
            value={isWhole ? 'all' : 'shown'}
            choices={[
              ['shown', say('export.shown')],
              ['all', say('export.everything')],
            ]}
            change={(next) => setWhole(next === 'all')}
          />
          <p className="hint">{say('export.hint')}</p>
          <div role="status">
            {isTaking && <p>{say('export.taking', { size: formatKilobytes(step.bytes / 1000) })}</p>}
          </div>
          <div role="alert">
            {step.at === 'asking' && step.failure !== null && <p className="fault">{step.failure}</p>}
          </div>
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() => (isTaking ? step.stop.abort() : dismiss())}
            >
              {say(isTaking ? 'bulk.stop' : 'cancel')}
            </button>
            <button type="submit" className="button primary" disabled={isTaking}>
              {say('export.do')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

const wordsOf = (which: Which, count: number | undefined): string =>
  count === undefined
    ? say('export.all.some')
    : say(`export.${which}`, { count, shown: formatNumber(count) });

const faultOf = (error: ApiFailure): ReactNode =>
  error.status === 0 ? say('export.broken') : reasonOf(error);

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly name: string;
  readonly value: T;
  readonly choices: readonly (readonly [T, string])[];
  readonly change: (value: T) => void;
}

function Choices<T extends string>({ legend, name, value, choices, change }: ChoicesProps<T>) {
  return (
    <fieldset className="group">
      <legend>{legend}</legend>
      <div className="choices">
        {choices.map(([one, words]) => (
          <label className="choice" key={one}>
            <input type="radio" name={name} checked={value === one} onChange={() => change(one)} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
