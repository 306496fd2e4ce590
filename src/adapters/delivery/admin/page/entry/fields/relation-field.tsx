import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Relation } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel, LinkOperation, LinkPage } from '../../../contract/links.js';
import { linksWithEntry } from '../../../contract/paths.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { Status } from '../../ui/status.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import type { LinkEdit, Place } from '../entry-state.js';
import { Tool } from '../../ui/tool.js';
import { FieldFrame } from '../../ui/field-frame.js';

const Picker = lazy(() => import('./picker.js'));

type Position = Extract<LinkOperation, { kind: 'connect' }>['position'];

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
    <Links
      attribute={attribute}
      path={name}
      fault={fault}
      isReadOnly={!mayWrite(name)}
      edit={edit ?? { items: known, operations: [] }}
      change={(next) => store.setLinks(name, next)}
      {...(isMore && { showMore: () => void showMore() })}
    />
  );
}

interface Props {
  readonly attribute: Relation;
  readonly path: string;
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  /** What is linked, and how it came to be so since it was read. */
  readonly edit: LinkEdit;
  readonly change: (edit: LinkEdit) => void;
  readonly showMore?: () => void;
  /** The component that the relation is in. */
  readonly component?: string;
}

/** Links to other documents: search and choose, take away, and move, as operations on the list. */
export function Links({ attribute, path, fault, isReadOnly, edit, change, showMore, component }: Props) {
  const { name, many } = attribute;
  const { type, store } = useOpenEntry();
  const [isPicking, setPicking] = useState(false);
  const { items, operations } = edit;
  const put = (next: readonly LinkedLabel[], ...added: readonly LinkOperation[]): void =>
    change({ items: next, operations: [...operations, ...added] });
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
  return (
    <FieldFrame id={path} label={name} isRequired={attribute.required} fault={fault} isGroup>
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
        {showMore && (
          <button type="button" className="button" onClick={showMore}>
            {say('link.more')}
          </button>
        )}
        {!isReadOnly && (
          <button type="button" className="button" id={path} onClick={() => setPicking(true)}>
            {say(many || items.length === 0 ? 'link.add' : 'link.replace')}
          </button>
        )}
        {isReadOnly && items.length === 0 && <span className="hint">{say('link.none')}</span>}
      </div>
      <Suspense>
        {isPicking && (
          <Picker
            title={name}
            path={`candidates/${type.uid}/${name}${queryFor(store.place, component)}`}
            choose={choose}
            close={() => setPicking(false)}
          />
        )}
      </Suspense>
    </FieldFrame>
  );
}

/** As many come with the entry. */
const pageSize = linksWithEntry;

function queryFor({ locale }: Place, component: string | undefined): string {
  const params = new URLSearchParams({
    ...(locale !== undefined && { locale }),
    ...(component !== undefined && { component }),
  });
  return params.size === 0 ? '' : `?${params.toString()}`;
}
