import { createContext, useContext, useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';
import { say } from '../messages/messages.js';
import { useAction } from './use-action.js';

interface Props {
  readonly title: string;
  /** The word on the button; absent: there is nothing to send. */
  readonly submit?: string | undefined;
  readonly run?: () => Promise<unknown>;
  readonly close: () => void;
  readonly children: ReactNode;
}

const Closing = createContext<() => void>(() => {});

/** Returns what closes the dialog around, which gives the focus back to where it was. */
export const useClosing = (): (() => void) => useContext(Closing);

/** A form over the screen. It closes when it is sent, and stays with the reason if that fails. */
export function FormDialog({ title, submit, run, close, children }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const action = useAction();
  useEffect(() => dialog.current?.showModal(), []);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (run === undefined || action.isBusy) return;
    if (await action.run(run)) dialog.current?.close();
  };
  return (
    <dialog
      className="question form-sheet"
      ref={dialog}
      aria-labelledby={id}
      onClose={(event) => event.target === event.currentTarget && close()}
    >
      <form className="setting-form" onSubmit={(event) => void send(event)}>
        <h2 id={id} dir="auto">
          {title}
        </h2>
        <Closing value={() => dialog.current?.close()}>{children}</Closing>
        <p className="fault" role="alert">
          {action.fault}
        </p>
        <div className="row">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {say(submit === undefined ? 'close' : 'cancel')}
          </button>
          {submit !== undefined && (
            <button type="submit" className="button primary" disabled={action.isBusy}>
              {submit}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
