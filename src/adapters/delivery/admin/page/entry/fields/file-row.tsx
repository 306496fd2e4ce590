import { ArrowDown, ArrowUp, PencilLine, X } from 'lucide-react';
import { useEffect, useRef, type ComponentProps } from 'react';
import { areas } from '../../../contract/areas.js';
import type { LinkedLabel } from '../../../contract/links.js';
import type { MediaFile } from '../../../contract/media.js';
import { AlternativeText } from '../../media/alternative-text.js';
import { lacksText } from '../../media/file-kinds.js';
import { useTexts } from '../../media/use-texts.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { Thumbnail } from '../../ui/thumbnail.js';
import { Tool } from '../../ui/tool.js';
import { noteDescribed } from './described-files.js';

interface Props {
  readonly file: LinkedLabel;
  /** Where it is in its list; absent: it is the only one that there can be. */
  readonly order?: { readonly at: number; readonly count: number; move(from: number, to: number): void };
  /** Opens what is said of it. */
  readonly describe: () => void;
  /** Absent: it cannot be changed which files these are. */
  readonly remove?: (() => void) | undefined;
  /** The file that was just uploaded, while it is asked what it shows. */
  readonly asked?: MediaFile | undefined;
  readonly answered: () => void;
  readonly row: ComponentProps<'li'>;
}

/** A linked file, and what is to be said of it. */
export function FileRow({ file, order, describe, remove, asked, answered, row }: Props) {
  const mayDescribe = useSession().rights[areas.media]?.update !== undefined;
  const { label } = file;
  const isUnsaid = file.file !== undefined && lacksText(file.file);
  return (
    <li className="file" {...row}>
      <Thumbnail file={file} />
      <span className="file-words">
        <span dir="auto" className="link-label">
          {label}
        </span>
        {isUnsaid && asked === undefined && <span className="unsaid">{say('media.text.missing')}</span>}
      </span>
      <span className="row link-tools">
        {mayDescribe && (
          <Tool
            label={say('media.describe', { label })}
            icon={<PencilLine size={16} aria-hidden />}
            run={describe}
          />
        )}
        {order !== undefined && remove !== undefined && (
          <>
            <Tool
              label={say('link.up', { label })}
              icon={<ArrowUp size={16} aria-hidden />}
              isOff={order.at === 0}
              run={() => order.move(order.at, order.at - 1)}
            />
            <Tool
              label={say('link.down', { label })}
              icon={<ArrowDown size={16} aria-hidden />}
              isOff={order.at === order.count - 1}
              run={() => order.move(order.at, order.at + 1)}
            />
          </>
        )}
        {remove !== undefined && (
          <Tool label={say('link.remove', { label })} icon={<X size={16} aria-hidden />} run={remove} />
        )}
      </span>
      {asked !== undefined && <Question file={asked} answered={answered} />}
    </li>
  );
}

interface QuestionProps {
  readonly file: MediaFile;
  readonly answered: () => void;
}

/** Asks what a new picture shows, until it is answered and left. */
function Question({ file, answered }: QuestionProps) {
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
