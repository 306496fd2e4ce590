import { ArrowDown, ArrowUp, PencilLine, X } from 'lucide-react';
import { lazy, type ComponentProps } from 'react';
import { areas } from '../../../contract/areas.js';
import type { LinkedLabel } from '../../../contract/links.js';
import type { MediaFile } from '../../../contract/media.js';
import { lacksText } from '../../media/file-kinds.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { Later } from '../../ui/later.js';
import { Thumbnail } from '../../ui/thumbnail.js';
import { Tool } from '../../ui/tool.js';

const FileQuestion = lazy(() => import('./file-question.js'));

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
      <Later>{asked !== undefined && <FileQuestion file={asked} answered={answered} />}</Later>
    </li>
  );
}
