import type { Relation } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel, LinkPage } from '../../../contract/links.js';
import { linksWithEntry as pageSize } from '../../../contract/limits.js';
import { request } from '../../session/api.js';
import { knownLinks } from '../content.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { Links } from './links.js';

/** A relation of the entry. */
export function RelationField({ attribute }: { readonly attribute: Relation }) {
  const { name } = attribute;
  const { store, mayWrite, type } = useOpenEntry();
  const linked = useEntry((state) => state.edits.links[name] ?? knownLinks(state, name));
  const isEdited = useEntry(({ edits }) => edits.links[name] !== undefined);
  const fault = useEntry(({ faults }) => faults[name]);
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
    const { items, rest = items.length } = linked;
    const page = Math.floor(rest / pageSize) + 1;
    const next = await read({ 'pagination[page]': String(page) });
    const have = new Set(items.map(({ documentId }) => documentId));
    const more = next.filter(({ documentId }) => !have.has(documentId));
    const known = rest + more.length;
    // A page that is not full is the last.
    const isMore = next.length === pageSize && more.length > 0;
    store.setKnown(name, { items: items.toSpliced(rest, 0, ...more), ...(isMore && { rest: known }) });
  };
  const hasMore = linked.rest !== undefined;
  return (
    <Links
      attribute={attribute}
      path={name}
      fault={fault}
      isReadOnly={!mayWrite(name)}
      linked={linked}
      change={(next) => store.setLinks(name, next)}
      {...(hasMore && !isEdited && { readMore: showMore })}
      {...(hasMore && { find: (search: string) => read({ search }) })}
    />
  );
}
