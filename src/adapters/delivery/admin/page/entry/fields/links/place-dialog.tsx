import { useState } from 'react';
import { formatNumber, say } from '../../../messages/messages.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';

interface Props {
  readonly title: string;
  /** The last place. */
  readonly last: number;
  /** Called with the place, from 0. */
  readonly choose: (place: number) => void;
  readonly close: () => void;
}

/** Asks for a place in the whole list. */
export default function PlaceDialog({ title, last, choose, close }: Props) {
  const [text, setText] = useState('');
  return (
    <Dialog title={title} close={close}>
      {(dismiss) => (
        <form
          className="field"
          onSubmit={(event) => {
            event.preventDefault();
            dismiss();
            choose(Number(text) - 1);
          }}
        >
          <label htmlFor="link-place">{say('link.place', { last: formatNumber(last) })}</label>
          <input
            className="input"
            id="link-place"
            type="number"
            min={1}
            max={last}
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <DialogButtons cancel={dismiss} label={say('link.place.do')} />
        </form>
      )}
    </Dialog>
  );
}
