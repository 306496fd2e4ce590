import { useEffect, useRef } from 'react';
import type { MediaFile } from '../../../contract/media.js';
import { AlternativeText } from '../../media/alternative-text.js';
import { lacksText } from '../../media/file-kinds.js';
import { useTexts } from '../../media/use-texts.js';
import { say } from '../../messages/messages.js';
import { noteDescribed } from './described-files.js';

interface Props {
  readonly file: MediaFile;
  readonly answered: () => void;
}

/** Asks what a new picture shows, until it is answered and left. */
export default function FileQuestion({ file, answered }: Props) {
  const texts = useTexts(file, noteDescribed);
  const place = useRef<HTMLDivElement>(null);
  const id = `ask-${file.documentId}`;
  const isUnsaid = lacksText(file);
  useEffect(() => {
    const { activeElement } = document;
    const isFree =
      activeElement === document.body || place.current?.closest('.field')?.contains(activeElement);
    const isOther = activeElement?.closest('.file-question') != null;
    if (isFree === true && !isOther) document.getElementById(id)?.focus();
  }, [id]);
  const isLeft = (to: Element | null): boolean => place.current?.contains(to) === false;
  useEffect(() => {
    if (!isUnsaid && isLeft(document.activeElement)) answered();
  }, [isUnsaid, answered]);
  return (
    <div
      className="file-question"
      ref={place}
      onBlur={({ relatedTarget }) => {
        if (!isUnsaid && isLeft(relatedTarget)) answered();
      }}
    >
      <AlternativeText
        id={id}
        file={file}
        texts={texts}
        label={say('media.alternativeText.of', { label: file.name })}
      />
      <div className="row">
        <button type="button" className="button" onClick={answered}>
          {say(isUnsaid ? 'media.later' : 'media.done')}
        </button>
        <span className="hint" role="status">
          {texts.state}
        </span>
      </div>
    </div>
  );
}
