import { useRef } from 'react';
import type { Relation } from '../../../../../../../domain/schema/schema.js';
import type { LinkPage } from '../../../../contract/links.js';
import { linksInPage as pageSize } from '../../../../contract/limits.js';
import { request } from '../../../session/api.js';
import { knownLinks } from '../../content.js';
import { useEntry, useOpenEntry } from '../../entry-context.js';
import type { LinkList } from '../../link-list.js';
import { foundAt, startOf, withRead } from '../../link-positions.js';
import { Links } from './links.js';

/** A relation of the entry. */
export function RelationField({ attribute }: { readonly attribute: Relation }) {
  const { name } = attribute;
  const { store, mayWrite, type } = useOpenEntry();
  const linked = useEntry((state) => state.edits.links[name] ?? knownLinks(state, name));
  const fault = useEntry(({ faults }) => faults[name]);
  /** The pages that are on their way. */
  const reading = useRef(new Map<number, Promise<void>>());

  const read = (asked: Readonly<Record<string, string>>): Promise<LinkPage> => {
    const { entry } = store.state.getState();
    const { locale } = store.place;
    const params = new URLSearchParams({
      'pagination[pageSize]': String(pageSize),
      status: 'draft',
      ...(locale !== undefined && { locale }),
      ...asked,
    });
    return request<LinkPage>(
      'GET',
      `documents/${type.uid}/${entry?.documentId ?? '-'}/links/${name}?${params.toString()}`,
    );
  };
  const readPage = async (page: number): Promise<void> => {
    const { data, meta } = await read({
      'pagination[page]': String(page + 1),
      'pagination[withCount]': 'true',
    });
    const { total = data.length } = meta.pagination;
    await store.addKnown(name, (known) => withRead(known, { links: data, start: page * pageSize, total }));
  };
  const shown = (): LinkList => {
    const state = store.state.getState();
    return state.edits.links[name] ?? knownLinks(state, name);
  };
  const readAt = async (position: number): Promise<LinkList> => {
    const found = foundAt(shown(), position);
    if (found === null || 'link' in found) return shown();
    // Edits keep the gaps of what the server has.
    const start = startOf(knownLinks(store.state.getState(), name), found.gap) + found.offset;
    const page = Math.floor(start / pageSize);
    const asked = reading.current.get(page) ?? readPage(page).finally(() => reading.current.delete(page));
    reading.current.set(page, asked);
    await asked;
    return shown();
  };
  const isLong = linked.gaps !== undefined;
  return (
    <Links
      attribute={attribute}
      path={name}
      fault={fault}
      isReadOnly={!mayWrite(name)}
      linked={linked}
      change={(next) => store.setLinks(name, next)}
      {...(isLong && { readAt, find: async (search: string) => (await read({ search })).data })}
    />
  );
}
