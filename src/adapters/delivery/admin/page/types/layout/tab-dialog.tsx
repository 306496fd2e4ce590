import { useState, type FormEvent } from 'react';
import { say } from '../../messages/messages.js';
import { described, FieldFrame } from '../../ui/field-frame.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import type { Part } from './model.js';

interface Props {
  /** Undefined: a new one. */
  readonly tab: Part | undefined;
  readonly taken: readonly string[];
  readonly done: (tab: Part) => void;
  readonly close: () => void;
}

/** Asks for the label of a tab and what it is about. */
export function TabDialog({ tab, taken, done, close }: Props) {
  const [label, setLabel] = useState(tab?.label ?? '');
  const [help, setHelp] = useState(tab?.help ?? '');
  const [fault, setFault] = useState<string>();
  const finish = (event: FormEvent, dismiss: () => void): void => {
    event.preventDefault();
    if (taken.includes(label.trim())) return setFault(say('types.layout.tab.taken'));
    dismiss();
    done({ label: label.trim(), help: help.trim(), rows: tab?.rows ?? [] });
  };
  return (
    <Dialog
      title={
        tab === undefined
          ? say('types.layout.tab.add')
          : say('types.layout.tab.edit', { name: tab.label ?? '' })
      }
      close={close}
      className="types-dialog"
    >
      {(dismiss) => (
        <form onSubmit={(event) => finish(event, dismiss)}>
          <FieldFrame id="tab-label" label={say('types.layout.label')} fault={fault}>
            <input
              id="tab-label"
              className="input"
              dir="auto"
              required
              pattern=".*\S.*"
              value={label}
              {...described('tab-label', undefined, fault)}
              onChange={({ target }) => {
                setLabel(target.value);
                setFault(undefined);
              }}
            />
          </FieldFrame>
          <FieldFrame id="tab-help" label={say('types.layout.help')}>
            <input
              id="tab-help"
              className="input"
              dir="auto"
              value={help}
              onChange={({ target }) => setHelp(target.value)}
            />
          </FieldFrame>
          <DialogButtons cancel={dismiss} label={say('types.plan.add')} />
        </form>
      )}
    </Dialog>
  );
}
