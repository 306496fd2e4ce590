import type { DocumentRow } from '../../../contract/documents.js';
import { say } from '../../messages/messages.js';
import type { CellNote } from './editable.js';
import type { CellActions } from './use-cells.js';

interface Props {
  readonly row: DocumentRow;
  readonly name: string;
  readonly note: Exclude<CellNote, { kind: 'saving' }>;
  /** The value of the row, as it is shown. */
  readonly theirs: string;
  readonly actions: CellActions;
}

/** Why what was typed into a cell is not saved, and what can be done about it. */
export default function CellNoteView({ row, name, note, theirs, actions }: Props) {
  return (
    <div className="cell-note">
      <p className="fault" role="alert" dir="auto">
        {note.kind === 'refused' ? note.message : say('cell.changed', { theirs: theirs || '–' })}
      </p>
      <button type="button" className="button quiet" onClick={() => actions.save(row, name, note.value)}>
        {say(note.kind === 'refused' ? 'cell.again' : 'cell.mine')}
      </button>
      <button type="button" className="button quiet" onClick={() => actions.drop(row, name)}>
        {say(note.kind === 'refused' ? 'cell.back' : 'cell.theirs')}
      </button>
    </div>
  );
}
