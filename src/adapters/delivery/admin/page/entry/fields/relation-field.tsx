import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Relation } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel, LinkOperation, LinkPage } from '../../../contract/links.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { Status } from '../../ui/status.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { query } from '../entry-requests.js';
import { Tool } from '../../ui/tool.js';
import { FieldFrame } from '../../ui/field-frame.js';

const Picker = lazy(() => import('./picker.js'));

type Position = Extract<LinkOperation, { kind: 'connect' }>['position'];

/** Links to other documents: search and choose, take away, and move, as operations on the list. */
export function RelationField({ attribute }: { readonly attribute: Relation }) {
  const { name, many } = attribute;
  const { type, store, mayWrite } = useOpenEntry();
  const part = useEntry(({ entry }) => entry?.links[name]);
  const edit = useEntry(({ edits }) => edits.links[name]);
  const fault = useEntry(({ faults }) => faults[name]);
  const [isPicking, setPicking] = useState(false);
  const [more, setMore] = useState<{ readonly of: unknown; readonly items: readonly LinkedLabel[] } | null>(
    null,
  );
  const known = more?.of === part ? (more?.items ?? []) : (part?.items ?? []);
  const items = edit?.items ?? known;
  const isReadOnly = !mayWrite(name);
  const operations = edit?.operations ?? [];

  const put = (next: readonly LinkedLabel[], ...added: readonly LinkOperation[]): void =>
    store.setLinks(name, { items: next, operations: [...operations, ...added] });
  const about = ({ documentId, locale }: LinkedLabel) => ({
    attribute: name,
    documentId,
    ...(locale !== null && { locale }),
  });
  const choose = (label: LinkedLabel): void => {
    setPicking(false);
    if (items.some(({ documentId }) => documentId === label.documentId)) return;
    put(many ? [...items, label] : [label], { kind: 'connect', ...about(label) });
  };
  const remove = (label: LinkedLabel): void =>
    put(
      items.filter((one) => one !== label),
      { kind: 'disconnect', ...about(label) },
    );
  const move = (from: number, to: number): void => {
    const label = items[from];
    const neighbour = items[to];
    if (label === undefined || neighbour === undefined) return;
    const position: Position = to < from ? { before: neighbour.documentId } : { after: neighbour.documentId };
    put(items.toSpliced(from, 1).toSpliced(to, 0, label), { kind: 'connect', ...about(label), position });
  };
  const showMore = async (): Promise<void> => {
    const { entry } = store.state.getState();
    const page = Math.floor(known.length / pageSize) + 1;
    const params = new URLSearchParams({
      'pagination[page]': String(page),
      'pagination[pageSize]': String(pageSize),
      status: 'draft',
    });
    if (store.place.locale !== undefined) params.set('locale', store.place.locale);
    const path = `documents/${type.uid}/${entry?.documentId ?? '-'}/links/${name}?${params.toString()}`;
    const { data } = await request<LinkPage>('GET', path);
    const have = new Set(known.map(({ documentId }) => documentId));
    setMore({ of: part, items: [...known, ...data.filter(({ documentId }) => !have.has(documentId))] });
  };
  const isMore = edit === undefined && (part?.hasMore ?? false) && known.length % pageSize === 0;

  return (
    <FieldFrame id={name} label={name} isRequired={attribute.required} fault={fault} isGroup>
      {items.length > 0 && (
        <ol className="links">
          {items.map((label, at) => (
            <li className="link" key={label.documentId}>
              <span dir="auto" className="link-label">
                {label.label}
              </span>
              {label.state && <Status state={label.state} />}
              {!isReadOnly && (
                <span className="row link-tools">
                  {many && (
                    <>
                      <Tool
                        label={say('link.up', { label: label.label })}
                        icon={<ArrowUp size={16} aria-hidden />}
                        isOff={at === 0}
                        run={() => move(at, at - 1)}
                      />
                      <Tool
                        label={say('link.down', { label: label.label })}
                        icon={<ArrowDown size={16} aria-hidden />}
                        isOff={at === items.length - 1}
                        run={() => move(at, at + 1)}
                      />
                    </>
                  )}
                  <Tool
                    label={say('link.remove', { label: label.label })}
                    icon={<X size={16} aria-hidden />}
                    run={() => remove(label)}
                  />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <div className="row">
        {isMore && (
          <button type="button" className="button" onClick={() => void showMore()}>
            {say('link.more')}
          </button>
        )}
        {!isReadOnly && (
          <button type="button" className="button" id={name} onClick={() => setPicking(true)}>
            {say(many || items.length === 0 ? 'link.add' : 'link.replace')}
          </button>
        )}
        {isReadOnly && items.length === 0 && <span className="hint">{say('link.none')}</span>}
      </div>
      <Suspense>
        {isPicking && (
          <Picker
            title={name}
            path={`candidates/${type.uid}/${name}${query(store.place)}`}
            choose={choose}
            close={() => setPicking(false)}
          />
        )}
      </Suspense>
    </FieldFrame>
  );
}

/** As many come with the entry. */
const pageSize = 25;
