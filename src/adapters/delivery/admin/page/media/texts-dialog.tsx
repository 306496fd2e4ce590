import { useState } from 'react';
import type { MediaFile } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { Dialog } from '../ui/dialog.js';
import { Thumbnail } from '../ui/thumbnail.js';
import { AlternativeText } from './alternative-text.js';
import { lacksText } from './file-kinds.js';
import { useTexts } from './use-texts.js';
import './texts-dialog.css';

interface Props {
  readonly files: readonly MediaFile[];
  readonly take: (file: MediaFile) => void;
  readonly close: () => void;
}

/** Lists pictures, to say of one after the other what it shows. */
export default function TextsDialog({ files: given, take, close }: Props) {
  // They stay here when they are no longer among the files that the library shows.
  const [files, setFiles] = useState(given);
  const put = (changed: MediaFile): void => {
    setFiles((now) => now.map((file) => (file.documentId === changed.documentId ? changed : file)));
    take(changed);
  };
  return (
    <Dialog title={say('media.texts.title')} close={close} className="texts-dialog">
      {(dismiss) => (
        <>
          <p className="hint" role="status">
            {say('media.texts.left', { count: files.filter(lacksText).length })}
          </p>
          <ul className="texts">
            {files.map((file) => (
              <Line key={file.documentId} file={file} take={put} />
            ))}
          </ul>
          <div className="row">
            <button type="button" className="button primary" onClick={dismiss}>
              {say('close')}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Line({ file, take }: { readonly file: MediaFile; readonly take: Props['take'] }) {
  const texts = useTexts(file, take);
  return (
    <li>
      <Thumbnail file={{ file: { ...file, alternativeText: '' } }} />
      <AlternativeText id={`text-${file.documentId}`} file={file} texts={texts} label={file.name} />
    </li>
  );
}
