import { say } from '../messages/messages.js';

/** Ends a dialog whose form adds an edit to the plan. */
export const DialogButtons = ({ cancel }: { readonly cancel: () => void }) => (
  <div className="row">
    <button type="button" className="button" onClick={cancel}>
      {say('cancel')}
    </button>
    <button type="submit" className="button primary">
      {say('types.plan.add')}
    </button>
  </div>
);
