import { lazy, useState } from 'react';
import { Crosshair } from 'lucide-react';
import type { MediaFile } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { Later } from '../ui/later.js';
import { isPicture } from './file-kinds.js';
import { shownAddress } from './shown-address.js';
import type { Texts } from './use-texts.js';
import './picture.css';

const FocalPointEditor = lazy(() => import('./focal-point-editor.js'));

interface Props {
  readonly file: MediaFile;
  readonly texts: Texts;
}

/** The picture of a file, with its focal point; nothing of other files. */
export function Picture({ file, texts }: Props) {
  const [isEditing, setEditing] = useState(false);
  if (!isPicture(file)) return null;
  const { focalPoint } = file;
  const shown = (
    <div className="file-preview">
      <div className="focal-frame">
        <img src={shownAddress(file)} alt={file.alternativeText ?? ''} />
        {focalPoint !== null && (
          <span className="focal-mark" style={{ left: `${focalPoint.x}%`, top: `${focalPoint.y}%` }} />
        )}
      </div>
    </div>
  );
  return (
    <div className="picture">
      {isEditing ? (
        <Later fallback={shown}>
          {/* A file that takes the place of this one has its own point. */}
          <FocalPointEditor key={file.url} file={file} texts={texts} />
        </Later>
      ) : (
        shown
      )}
      {texts.mayWrite('focalPoint') && (
        <button type="button" className="button" onClick={() => setEditing(!isEditing)}>
          <Crosshair size={16} aria-hidden /> {say(isEditing ? 'media.done' : 'media.focal')}
        </button>
      )}
    </div>
  );
}
