import { useState, type ChangeEvent } from 'react';
import type { AccessFile, AccessFileMade, AccessFilePlan } from '../../../contract/access-file.js';
import { say } from '../../messages/messages.js';
import { keepFile } from '../../list/export/take-export.js';
import type { Json } from '../../../../../../domain/schema/schema.js';
import { request } from '../../session/api.js';
import { Dialog } from '../../ui/dialog.js';
import { readAgain } from '../setting.js';
import { useAction } from '../use-action.js';

/** Takes roles, grants and tokens as a file, and makes them what a file says: as `quire access` does. */
export function AccessFileTools() {
  const action = useAction();
  const [isOpen, setOpen] = useState(false);
  const take = (): Promise<boolean> =>
    action.run(async () => {
      const { data } = await request<{ data: AccessFile }>('GET', 'access-file');
      keepFile(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }), 'access.json');
    });
  return (
    <>
      <button type="button" className="button" disabled={action.isBusy} onClick={() => void take()}>
        {say('accessFile.take')}
      </button>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {say('accessFile.apply')}
      </button>
      {action.fault !== undefined && (
        <span className="fault" role="alert">
          {action.fault}
        </span>
      )}
      {isOpen && <ApplyDialog close={() => setOpen(false)} />}
    </>
  );
}

type Chosen = { readonly file: Json; readonly prune: boolean };

/** A file is planned as soon as it is chosen; nothing changes before Apply. */
function ApplyDialog({ close }: { readonly close: () => void }) {
  const action = useAction();
  const [chosen, setChosen] = useState<Chosen>({ file: null, prune: false });
  const [plan, setPlan] = useState<AccessFilePlan | null>(null);
  const [made, setMade] = useState<AccessFileMade | null>(null);
  const look = async (next: Chosen): Promise<void> => {
    setChosen(next);
    setPlan(null);
    if (next.file === null) return;
    await action.run(async () => {
      const { data } = await request<{ data: AccessFilePlan }>('POST', 'access-file/plan', { body: next });
      setPlan(data);
    });
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const text = (await target.files?.[0]?.text()) ?? '';
    // A text that is no JSON is refused by the server, with its reason, as what it is.
    await look({ ...chosen, file: readJson(text) });
  };
  const apply = (): Promise<boolean> =>
    action.run(async () => {
      const body = { ...chosen, expected: plan?.changes ?? [] };
      const { data } = await request<{ data: AccessFileMade }>('POST', 'access-file/apply', { body });
      setMade(data);
      // What was made is shown, and may be closed, before the lists behind it are read.
      for (const path of ['roles', 'tokens']) void readAgain(path);
    });
  return (
    <Dialog title={say('accessFile.apply')} close={close} isHeld={action.isBusy} className="form-sheet">
      {(dismiss) => (
        <div className="setting-form">
          {made === null ? (
            <>
              <p>{say('accessFile.text')}</p>
              <input
                type="file"
                accept=".json,application/json"
                aria-label={say('accessFile.file')}
                onChange={(event) => void choose(event)}
              />
              <label className="choice tall">
                <input
                  type="checkbox"
                  checked={chosen.prune}
                  onChange={({ target }) => void look({ ...chosen, prune: target.checked })}
                />
                {say('accessFile.prune')}
              </label>
              {plan !== null && <Plan {...plan} />}
            </>
          ) : (
            <Made {...made} />
          )}
          <p className="fault" role="alert">
            {action.fault}
          </p>
          <div className="row">
            <button type="button" className="button" disabled={action.isBusy} onClick={dismiss}>
              {say(made === null ? 'cancel' : 'close')}
            </button>
            {made === null && (
              <button
                type="button"
                className="button primary"
                disabled={action.isBusy || plan === null || plan.changes.length === 0}
                onClick={() => void apply()}
              >
                {say('accessFile.do', { count: plan?.changes.length ?? 0 })}
              </button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

const readJson = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};

const Plan = ({ changes, kept }: AccessFilePlan) => (
  <div role="status">
    <p>{say('accessFile.changes', { count: changes.length })}</p>
    <Lines lines={changes} />
    {kept.length > 0 && <p>{say('accessFile.kept')}</p>}
    <Lines lines={kept} />
  </div>
);

const Made = ({ changes, made, unfinished }: AccessFileMade) => (
  <div role="status">
    <p>{say('accessFile.done', { count: changes.length })}</p>
    {unfinished !== null && <p className="fault">{say('accessFile.unfinished', { why: unfinished })}</p>}
    {made.length > 0 && <p>{say('accessFile.made')}</p>}
    <Lines lines={made.map(({ name, token }) => `${name}: ${token}`)} />
  </div>
);

const Lines = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <pre className="code" dir="ltr" tabIndex={0}>
      {lines.join('\n')}
    </pre>
  );
