import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import type { LinkedLabel, LinkPage } from '../../../contract/links.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { Apart } from '../../ui/apart.js';

interface Props {
  /** Where the documents that may be linked are listed. */
  readonly path: string;
  /** Their content-type. */
  readonly target: string;
  readonly locale: string | undefined;
  readonly label: string;
  /** Whether there can be several. */
  readonly isMany: boolean;
  readonly chosen: readonly LinkedLabel[];
  readonly choose: (targets: readonly LinkedLabel[]) => void;
}

/** Finds documents by typing, among the controls of a dialog. */
export function TargetSearch({ path, target, locale, label, isMany, chosen, choose }: Props) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const id = useId();
  const params = new URLSearchParams({
    'pagination[pageSize]': '10',
    ...(locale !== undefined && { locale }),
    ...(search !== '' && { search }),
  }).toString();
  const found = useQuery({
    queryKey: ['candidates', path, params],
    queryFn: ({ signal }) => request<LinkPage>('GET', `${path}?${params}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  const labels = found.data?.data ?? [];
  const hidden = chosen.filter((one) => labels.every(({ documentId }) => documentId !== one.documentId));
  const isChosen = ({ documentId }: LinkedLabel): boolean =>
    chosen.some((one) => one.documentId === documentId);
  const toggle = (one: LinkedLabel): void => {
    if (!isMany) return choose([one]);
    choose(
      isChosen(one) ? chosen.filter(({ documentId }) => documentId !== one.documentId) : [...chosen, one],
    );
  };
  return (
    <fieldset className="group" aria-busy={found.isFetching}>
      <legend>{label}</legend>
      <input
        type="search"
        maxLength={200}
        className="input"
        aria-label={say('link.search')}
        placeholder={say('link.search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {[...hidden, ...labels].map((one) => (
        <label className="choice" key={one.documentId}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={id}
            checked={isChosen(one)}
            onChange={() => toggle(one)}
          />
          <span dir="auto">{one.label}</span> <Apart apart={one.apart} target={target} />
        </label>
      ))}
      <p className="hint" role="status">
        {found.error
          ? say('failure.other.title')
          : labels.length === 0 && !found.isFetching && say('link.nothing')}
      </p>
    </fieldset>
  );
}
