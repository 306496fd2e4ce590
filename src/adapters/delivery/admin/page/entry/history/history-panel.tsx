import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { say } from '../../messages/messages.js';
import { Tool } from '../../ui/tool.js';
import { useOpenEntry } from '../entry-context.js';
import { ShownVersion } from './shown-version.js';
import { Versions } from './version-list.js';
import './history.css';

/** The earlier versions of the entry over its page, and how one of them differs from the draft. */
export default function HistoryPanel({ close }: { readonly close: () => void }) {
  const { store } = useOpenEntry();
  const [isSaved, setSaved] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  /** What the chosen one is compared with; null: the draft. */
  const [other, setOther] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The difference is that from the draft on the server.
    void (store.place.hasDrafts ? store.save() : Promise.resolve()).finally(() => setSaved(true));
  }, [store]);
  const restore = async (id: string): Promise<void> => {
    await store.act(`history/${id}/restore`);
    dialog.current?.close();
  };
  return (
    <dialog
      className="sheet"
      ref={dialog}
      aria-labelledby="history-title"
      onClose={({ target, currentTarget }) => target === currentTarget && close()}
      onKeyDown={(event) => {
        const isAsked = dialog.current?.querySelector('dialog[open]') !== null;
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isAsked) return;
        event.preventDefault();
        dialog.current?.querySelector<HTMLElement>('.version-head .primary')?.click();
      }}
    >
      <header className="sheet-head">
        {chosen !== null && (
          <span className="sheet-back">
            <Tool
              label={say('history.back')}
              icon={<ArrowLeft size={18} aria-hidden />}
              run={() => setChosen(null)}
            />
          </span>
        )}
        <h2 id="history-title">{say('history.title')}</h2>
        <Tool label={say('close')} icon={<X size={18} aria-hidden />} run={() => dialog.current?.close()} />
      </header>
      <div className="sheet-body" data-chosen={chosen !== null}>
        {isSaved && <Versions chosen={chosen} choose={setChosen} />}
        <div className="version">
          {chosen === null ? (
            <p className="hint">{say('history.choose')}</p>
          ) : (
            <ShownVersion
              key={chosen}
              id={chosen}
              other={other === chosen ? null : other}
              compare={setOther}
              restore={() => void restore(chosen)}
              leave={() => dialog.current?.close()}
            />
          )}
        </div>
      </div>
    </dialog>
  );
}
