import { useState } from 'react';
import type { Relation } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel, LinkPage } from '../../../contract/links.js';
import { linksWithEntry as pageSize } from '../../../contract/limits.js';
import { request } from '../../session/api.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { Links } from './links.js';

/** A relation of the entry. */
export function RelationField({ attribute }: { readonly attribute: Relation }) {
  const { name } = attribute;
  const { store, mayWrite, type } = useOpenEntry();
  const part = useEntry(({ entry }) => entry?.links[name]);
  const edit = useEntry(({ edits }) => edits.links[name]);
  const fault = useEntry(({ faults }) => faults[name]);
  const [more, setMore] = useState<{ readonly of: unknown; readonly items: readonly LinkedLabel[] } | null>(
    null,
  );
  const known = more?.of === part ? (more?.items ?? []) : (part?.items ?? []);
  const read = async (asked: Readonly<Record<string, string>>): Promise<readonly LinkedLabel[]> => {
    const { entry } = store.state.getState();
    const { locale } = store.place;
    const params = new URLSearchParams({
      'pagination[pageSize]': String(pageSize),
      status: 'draft',
      ...(locale !== undefined && { locale }),
      ...asked,
    });
    const path = `documents/${type.uid}/${entry?.documentId ?? '-'}/links/${name}?${params.toString()}`;
    return (await request<LinkPage>('GET', path)).data;
  };
  const showMore = async (): Promise<void> => {
    const page = Math.floor(known.length / pageSize) + 1;
    const next = await read({ 'pagination[page]': String(page) });
    const have = new Set(known.map(({ documentId }) => documentId));
    setMore({ of: part, items: [...known, ...next.filter(({ documentId }) => !have.has(documentId))] });
  };
  const isMore = (part?.hasMore ?? false) && known.length % pageSize === 0;
  return (
    <Links
      attribute={attribute}
      path={name}
      fault={fault}
      isReadOnly={!mayWrite(name)}
      edit={edit ?? { items: known, operations: [] }}
      change={(next) => store.setLinks(name, next)}
      hasMore={isMore}
      {...(isMore && edit === undefined && { readMore: showMore })}
      {...(isMore && { find: (search: string) => read({ search }) })}
    />
  );
}
