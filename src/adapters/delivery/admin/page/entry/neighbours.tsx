import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DocumentRow } from '../../contract/documents.js';
import type { CursorPage, ListAnswer } from '../../contract/failures.js';
import { queryOf, readListSearch, usualSize } from '../list/list-search.js';
import { formatNumber, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { keepListPlace, listPlaceOf, noteLeft, type ListPlace } from '../session/list-place.js';
import { useOffered } from '../shell/actions.js';
import { Tool } from '../ui/tool.js';
import { useEntry, useOpenEntry } from './entry-context.js';

/** The place of the entry in the list that it was opened from, with the way to the entries before and after it. */
export function Neighbours() {
  const { type } = useOpenEntry();
  const documentId = useEntry(({ entry }) => entry?.documentId);
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => (documentId === undefined ? undefined : () => noteLeft(documentId)), [documentId]);
  const place = listPlaceOf(type.uid);
  const at = documentId === undefined ? -1 : (place?.rows.indexOf(documentId) ?? -1);
  const open = (id: string): void =>
    void navigate({ to: '/content/$uid/$id', params: { uid: type.uid, id }, search: (now) => now });
  const go = async (step: 1 | -1): Promise<void> => {
    const near = place?.rows[at + step];
    if (near !== undefined) return open(near);
    if (place === null || isBusy) return;
    setBusy(true);
    const next = await turned(type.uid, place, step).catch(() => null);
    setBusy(false);
    const first = next?.rows.at(step === 1 ? 0 : -1);
    if (next === null || first === undefined) return;
    keepListPlace(type.uid, next);
    open(first);
  };
  const isShown = place !== null && at >= 0;
  const hasBefore = isShown && (at > 0 || place.page.hasPreviousPage);
  const hasAfter = isShown && (at < place.rows.length - 1 || place.page.hasNextPage);
  useOffered({ name: say('neighbours.before'), key: '[', run: hasBefore ? () => void go(-1) : undefined });
  useOffered({ name: say('neighbours.after'), key: ']', run: hasAfter ? () => void go(1) : undefined });
  if (!isShown) return null;
  return (
    <div className="neighbours" role="group" aria-label={say('neighbours.title')}>
      <Tool
        label={say('neighbours.before')}
        icon={<ChevronLeft className="forward" size={18} aria-hidden />}
        run={() => void go(-1)}
        isOff={!hasBefore}
      />
      <span className="hint">{placeIn(place, at)}</span>
      <Tool
        label={say('neighbours.after')}
        icon={<ChevronRight className="forward" size={18} aria-hidden />}
        run={() => void go(1)}
        isOff={!hasAfter}
      />
    </div>
  );
}

/** The place of the first row of the page; undefined: it is not known, on the way from the end of the list. */
const rowOf = ({ search: { before, row }, page }: ListPlace): number | undefined =>
  row ?? (before === undefined || !page.hasPreviousPage ? 1 : undefined);

function placeIn(list: ListPlace, at: number): string {
  const { total } = list;
  const row = rowOf(list);
  if (row === undefined) return '';
  const place = formatNumber(row + at);
  if (total === null) return place;
  const all = formatNumber(total.total);
  return say(total.isEstimate ? 'neighbours.about' : 'neighbours.place', { place, total: all });
}

/** Reads the page after or before the one of a list. */
async function turned(uid: string, place: ListPlace, step: 1 | -1): Promise<ListPlace> {
  const { startCursor, endCursor } = place.page;
  const row = rowOf(place);
  const to = (search: ListPlace['search']) => {
    const { after: _after, before: _before, row: _row, size = usualSize, ...rest } = search;
    const cursor = step === 1 ? { after: endCursor } : { before: startCursor };
    const first = row === undefined ? {} : { row: row + (step === 1 ? place.rows.length : -size) };
    return readListSearch({ ...rest, size, ...cursor, ...first });
  };
  const search = to(place.search);
  const query = queryOf(search, ['documentId']);
  const { data, meta } = await request<ListAnswer<DocumentRow, CursorPage>>(
    'GET',
    `documents/${uid}?${query}`,
  );
  return {
    ...place,
    address: to(place.address),
    search,
    rows: data.map(({ documentId }) => documentId),
    page: meta.pagination,
  };
}
