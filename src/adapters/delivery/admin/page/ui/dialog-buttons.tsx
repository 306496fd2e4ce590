import { say } from '../messages/messages.js';

/** Ends the form of a dialog; `label` says what it does. */
export const DialogButtons = ({ cancel, label }: { readonly cancel: () => void; readonly label: string }) => (
  <div className="row">
    <button type="button" className="button" onClick={cancel}>
      {say('cancel')}
    </button>
    <button type="submit" className="button primary">
      {label}
    </button>
  </div>
);
