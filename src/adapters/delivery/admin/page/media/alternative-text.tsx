import { useRef } from 'react';
import type { MediaFile } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { described, FieldFrame } from '../ui/field-frame.js';
import { isPicture } from './file-kinds.js';
import type { Texts } from './use-texts.js';
import './alternative-text.css';

interface Props {
  readonly id: string;
  readonly file: MediaFile;
  readonly texts: Texts;
  readonly label?: string;
}

/** What a file shows, for people who cannot see it. That a picture is decoration is an answer too: an empty text. */
export function AlternativeText({ id, file, texts, label = say('media.alternativeText') }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = texts.shown('alternativeText');
  const isDecoration = file.alternativeText === '' && text === '';
  const isReadOnly = !texts.mayWrite('alternativeText');
  const hint = isPicture(file) && !isDecoration ? say('media.alternativeText.hint') : undefined;
  const fault = texts.faultOf('alternativeText');
  const mark = async (isMarked: boolean): Promise<void> => {
    texts.type('alternativeText', '');
    const isDone = await texts.change({ alternativeText: isMarked ? '' : null });
    if (isDone && !isMarked) field.current?.focus();
  };
  return (
    <div className="alternative-text">
      <FieldFrame id={id} label={label} hint={hint} fault={fault}>
        <textarea
          ref={field}
          id={id}
          className="input"
          dir="auto"
          rows={2}
          readOnly={isReadOnly || isDecoration}
          value={text}
          {...described(id, hint, fault)}
          onChange={({ target }) => texts.type('alternativeText', target.value)}
          onBlur={() => void texts.save()}
        />
      </FieldFrame>
      {isPicture(file) && (
        <label className="choice">
          <input
            type="checkbox"
            checked={isDecoration}
            disabled={isReadOnly}
            onChange={({ target }) => void mark(target.checked)}
          />
          <span>
            {say('media.decorative')}
            <span className="hidden">{file.name}</span>
          </span>
        </label>
      )}
    </div>
  );
}
