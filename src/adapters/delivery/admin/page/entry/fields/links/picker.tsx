import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { LinkedLabel, LinkPage } from '../../../../contract/links.js';
import { say } from '../../../messages/messages.js';
import { request } from '../../../session/api.js';
import { Apart } from '../../../ui/apart.js';
import { SearchDialog } from '../../../ui/search-dialog.js';
import { Status } from '../../../ui/status.js';
import { useEntry } from '../../entry-context.js';

interface Props {
  readonly title: string;
  /** Where the documents that may be linked are listed. */
  readonly path: string;
  /** Their content-type. */
  readonly target: string;
  readonly choose: (label: LinkedLabel) => void;
  readonly close: () => void;
}

/** Finds a document by typing, and chooses it. */
export default function Picker({ title, path, target, choose, close }: Props) {
  const [text, setText] = useState('');
  const own = useEntry(({ entry }) => entry?.documentId);
  const search = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['candidates', path, search],
    queryFn: ({ signal }) => request<LinkPage>('GET', withSearch(path, search), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  const labels = found.data?.data ?? [];
  return (
    <SearchDialog title={title} label={say('link.search')} text={text} type={setText} close={close}>
      <ListBox
        className="options"
        aria-label={title}
        items={labels.map((label) => ({ ...label, id: label.documentId }))}
        onAction={(key) => {
          const chosen = labels.find(({ documentId }) => documentId === key);
          if (chosen !== undefined) choose(chosen);
        }}
        renderEmptyState={() => (
          <p className="hint">
            {found.error ? say('failure.other.title') : say(found.isPending ? 'loading' : 'link.nothing')}
          </p>
        )}
      >
        {({ id, label, state, holder, apart }) => (
          <ListBoxItem id={id} className="option link-option" textValue={label}>
            <span dir="auto">{label}</span>
            {state && <Status state={state} />}
            <Apart apart={apart} target={target} />
            {holder !== undefined && holder.documentId !== own && (
              <span className="hint">{say('link.holder', { name: holder.label })}</span>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </SearchDialog>
  );
}

function withSearch(path: string, search: string): string {
  const params = new URLSearchParams({ 'pagination[pageSize]': '25' });
  if (search !== '') params.set('search', search);
  return `${path}${path.includes('?') ? '&' : '?'}${params.toString()}`;
}
