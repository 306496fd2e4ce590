import type { Command } from 'prosemirror-state';
import { useId, useState } from 'react';
import { say } from '../../../messages/messages.js';
import { addressOf } from './addresses.js';
import { setLink } from './block-commands.js';

interface Props {
  /** Of the link at the caret; empty if there is none. */
  readonly url: string;
  readonly run: (command: Command) => void;
  readonly close: () => void;
  readonly focusText: () => void;
}

/** Asks where a link leads. */
export function LinkForm({ url, run, close, focusText }: Props) {
  const [typed, setTyped] = useState(url);
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const finish = (command: Command): void => {
    close();
    run(command);
  };
  const apply = (): void => {
    const address = addressOf(typed);
    if (address === null) return setWrong(true);
    finish(setLink(address));
  };
  return (
    <div
      className="row blocks-link"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
        focusText();
      }}
    >
      <input
        className="input"
        aria-label={say('blocks.link.address')}
        placeholder="https://"
        value={typed}
        dir="ltr"
        // The one thing that the form is for.
        autoFocus
        onChange={({ target }) => {
          setTyped(target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
        {...(isWrong && { 'aria-invalid': true, 'aria-describedby': id })}
      />
      <button type="button" className="button" onClick={apply}>
        {say('blocks.link.set')}
      </button>
      {url !== '' && (
        <button type="button" className="button quiet" onClick={() => finish(setLink(null))}>
          {say('blocks.link.remove')}
        </button>
      )}
      {isWrong && (
        <p className="fault" id={id} role="alert">
          {say('blocks.link.wrong')}
        </p>
      )}
    </div>
  );
}
