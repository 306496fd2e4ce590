import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentRow } from '../../contract/documents.js';
import type { WireType } from '../../contract/types.js';
import { attributeLabel } from '../ui/attribute-label.js';
import { openKept } from '../session/kept.js';
import { useSession, useType } from '../session/session.js';
import { NotFoundView } from '../shell/failure-view.js';
import { useKeys } from '../shell/keys.js';
import { useTitle } from '../shell/shell.js';
import { Later } from '../ui/later.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { settableOf } from './bulk/settable.js';
import { ChangedRows } from './changed-rows.js';
import { columnsOf, namesOf, possibleColumns } from './columns.js';
import { DocumentTable, TableFrame } from './document-table.js';
import { correctedPage, FailedList } from './failed-list.js';
import { readableOf } from './filters/fields.js';
import { ListBar } from './list-bar.js';
import { ListHead } from './list-head.js';
import {
  firstPage,
  matchOf,
  readListSearch,
  type ChooseColumns,
  type ListChange,
  type ListSearch,
} from './list-search.js';
import { NoRows } from './no-rows.js';
import { Paging } from './paging.js';
import { focusRow } from './row-keys.js';
import { useSelection } from './selection.js';
import { useChanges } from './use-changes.js';
import { useRows, useTotal } from './use-rows.js';
import { ViewTabs } from './view-tabs.js';
import { usePlace } from './use-place.js';
import { useShown } from './views.js';
import './list.css';
import './cells/cells.css';
import './column-head.css';
import './peek.css';
import './list-dialogs.css';

const ExportDialog = lazy(() => import('./export/export-dialog.js'));

const route = getRouteApi('/content/$uid');

export function ListPage() {
  const { uid } = route.useParams();
  const type = useType(uid);
  if (type === undefined) return <NotFoundView />;
  return <List key={uid} type={type} />;
}

/** The columns: those in the address, else those that the administrator chose last in this browser. */
function useColumns(type: WireType, chosen: string | undefined, change: (next: ListChange) => void) {
  const session = useSession();
  const { administrator, rights } = session;
  const kept = useMemo(
    () =>
      openKept(administrator.documentId, ['columns', type.uid], (given) =>
        typeof given === 'string' ? given : null,
      ),
    [administrator.documentId, type.uid],
  );
  const [usual, setUsual] = useState(() => kept.read() ?? undefined);
  const readable = useMemo(() => readableOf(type, rights), [type, rights]);
  const possible = useMemo(() => possibleColumns(type, readable, session), [type, readable, session]);
  const columns = useMemo(() => columnsOf(possible, chosen ?? usual, type), [possible, chosen, usual, type]);
  const choose: ChooseColumns = (names, { density, sort }) => {
    const text = names?.join(',');
    kept.write(text ?? null);
    setUsual(text);
    change({ columns: text, density, sort });
  };
  const label = readable.find(({ name }) => name === type.label);
  return { readable, possible, columns, label, choose };
}

const noRows: readonly DocumentRow[] = [];

function List({ type }: { readonly type: WireType }) {
  const search = useShown(type.uid, route.useSearch());
  const navigate = useNavigate({ from: '/content/$uid' });
  const client = useQueryClient();
  const { rights, views } = useSession();
  const hasDefault = views.some(({ uid, isDefault }) => uid === type.uid && isDefault);
  const change = (next: ListChange): void => {
    const changed = readListSearch({ ...search, ...firstPage, ...next });
    // Without a query the address shows the default view.
    const isEmpty = Object.keys(changed).length === 0;
    void navigate({ search: isEmpty && hasDefault ? { view: 'all' } : changed });
  };
  const { readable, possible, columns, label, choose } = useColumns(type, search.columns, change);
  const rows = useRows(type, search, namesOf(label, columns));
  const shown = rows.data?.data ?? noRows;
  const selection = useSelection(shown, matchOf(search).toString());
  const body = useRef<HTMLTableSectionElement>(null);
  const [isExporting, setExporting] = useState(false);
  const [isPeeking, setPeeking] = useState(false);
  const enter = (): void => void focusRow(body.current, 0);
  const leave = (): void => {
    if (!focusRow(body.current, 0)) document.querySelector<HTMLElement>('#content')?.focus();
  };
  useTitle(type.displayName);
  useKeys(useMemo(() => ({ j: () => void focusRow(body.current, 0) }), []));
  const pagination = rows.data?.meta.pagination;
  const counted = useTotal(type.uid, search, rows.isPlaceholderData ? undefined : pagination);
  const changeIn = useChanges(type.uid, search.locale, shown);
  const changed = shown.filter((row) => changeIn(row) !== undefined).length;
  const address = route.useSearch();
  usePlace(type.uid, {
    address,
    search,
    rows: rows.isPlaceholderData ? undefined : rows.data,
    counted,
    body,
  });
  const corrected = rows.isPlaceholderData ? null : correctedPage(search, pagination, rows.error);
  useEffect(() => {
    if (corrected === null) return;
    const next = (now: ListSearch) => ({ ...now, ...firstPage, ...corrected }) as ListSearch;
    void navigate({ search: next, replace: true });
  }, [corrected, navigate]);
  const reread = useCallback(
    () => client.invalidateQueries({ queryKey: ['list', type.uid] }),
    [client, type.uid],
  );
  const may = rights[type.uid] ?? {};
  const mayChange =
    may.publish !== undefined ||
    may.unpublish !== undefined ||
    may.delete !== undefined ||
    may.create !== undefined ||
    settableOf(type, rights).length > 0;
  return (
    <div className="list" data-density={search.density}>
      <ListHead type={type} counted={counted} locale={search.locale} change={change} />
      <ViewTabs uid={type.uid} search={search} />
      <ListBar
        type={type}
        readable={readable}
        search={search}
        change={change}
        possible={possible}
        columns={columns}
        label={label}
        chooseColumns={choose}
        enter={enter}
        exportRows={() => setExporting(true)}
        isPeeking={isPeeking}
        peek={() => setPeeking(!isPeeking)}
      />
      {rows.error && rows.data === undefined ? (
        <FailedList error={rows.error} search={search} change={change} retry={() => void rows.refetch()} />
      ) : rows.data === undefined ? (
        <TableFrame label={label === undefined ? type.label : attributeLabel(label)} columns={columns} />
      ) : shown.length === 0 ? (
        <NoRows type={type} search={search} change={change} />
      ) : (
        <DocumentTable
          type={type}
          label={label}
          columns={columns}
          rows={shown}
          search={search}
          isStale={rows.isPlaceholderData}
          change={change}
          selection={mayChange ? selection : null}
          body={body}
          changeIn={changeIn}
          isPeeking={isPeeking}
          peek={setPeeking}
        />
      )}
      <div className="list-foot">
        <ChangedRows
          count={changed}
          refresh={() => {
            enter();
            void reread();
          }}
        />
        {mayChange && (
          <BulkBar
            type={type}
            search={search}
            selection={selection}
            counted={counted}
            shown={shown.length}
            isPage={shown.every((row) => selection.isChosen(row))}
            changed={reread}
            leave={leave}
            exportRows={() => setExporting(true)}
          />
        )}
        {pagination && (
          <Paging
            page={pagination}
            count={shown.length}
            total={counted.total}
            search={search}
            change={change}
          />
        )}
      </div>
      <Later>
        {isExporting && (
          <ExportDialog
            type={type}
            search={search}
            chosen={selection.chosen}
            rows={shown}
            total={counted.total?.total}
            columns={namesOf(label, columns)}
            close={() => setExporting(false)}
          />
        )}
      </Later>
    </div>
  );
}
