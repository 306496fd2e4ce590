import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { ListBox, ListBoxItem, type Key } from 'react-aria-components';
import type { ListAnswer } from '../../../contract/failures.js';
import type { MediaFile } from '../../../contract/media.js';
import { ofKinds, queryWith } from '../../media/media-query.js';
import { kinds as allKinds, type Kind } from '../../media/media-search.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { SearchDialog } from '../../ui/search-dialog.js';
import { Thumbnail } from '../../ui/thumbnail.js';

interface Props {
  readonly title: string;
  /** The only kinds of files to choose from. */
  readonly kinds?: readonly Kind[];
  readonly choose: (file: MediaFile) => void;
  /** The documentIds of those that are chosen; absent: the first one that is chosen closes the dialog. */
  readonly chosen?: ReadonlySet<string>;
  readonly leaveOut?: (documentId: string) => void;
  readonly close: () => void;
}

/** Finds files of the library by typing, the newest first. */
export default function MediaPicker(props: Props) {
  const { title, kinds = allKinds, choose, chosen, leaveOut, close } = props;
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['media', search, kinds],
    queryFn: ({ signal }) => {
      const params = queryWith(search, [ofKinds(kinds)]);
      params.set('pagination[pageSize]', '25');
      params.set('pagination[withCount]', 'false');
      return request<ListAnswer<MediaFile>>('GET', `media?${params.toString()}`, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  const files = found.data?.data ?? [];
  const add = (key: Key): void => {
    const file = files.find(({ documentId }) => documentId === key);
    if (file !== undefined) choose(file);
  };
  const change = (keys: ReadonlySet<Key>): void => {
    for (const key of keys) if (!chosen?.has(String(key))) add(key);
    for (const documentId of chosen ?? []) if (!keys.has(documentId)) leaveOut?.(documentId);
  };
  return (
    <SearchDialog
      title={title}
      label={say('link.search')}
      text={text}
      type={setText}
      close={close}
      footer={
        chosen !== undefined && (
          <div className="row">
            <button type="button" className="button primary" onClick={close}>
              {say('media.done')}
            </button>
            <span className="hint" role="status">
              {say('media.picked', { count: chosen.size })}
            </span>
          </div>
        )
      }
    >
      <ListBox
        className="options"
        aria-label={title}
        items={files.map((file) => ({ ...file, key: file.id, id: file.documentId }))}
        {...(chosen === undefined
          ? { onAction: (key) => add(key) }
          : {
              selectionMode: 'multiple',
              escapeKeyBehavior: 'none',
              selectedKeys: chosen,
              onSelectionChange: (keys) => keys !== 'all' && change(keys),
            })}
        renderEmptyState={() => (
          <p className="hint">
            {found.error ? say('failure.other.title') : say(found.isPending ? 'loading' : 'media.nothing')}
          </p>
        )}
      >
        {(file) => (
          <ListBoxItem id={file.id} className="option" textValue={file.name}>
            {({ isSelected }) => (
              <>
                <span className="row">
                  <Thumbnail file={{ file: { ...file, id: file.key } }} />
                  <span dir="auto">{file.name}</span>
                </span>
                {isSelected && <Check size={16} aria-hidden />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </SearchDialog>
  );
}
