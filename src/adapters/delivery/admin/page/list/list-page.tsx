import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { DocumentRow } from '../../contract/documents.js';
import type { ListAnswer, Pagination } from '../../contract/failures.js';
import type { WireType } from '../../contract/types.js';
import { formatNumber, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useSession, useType } from '../session/session.js';
import { FailureView, NotFoundView } from '../shell/failure-view.js';
import { useKeys } from '../shell/keys.js';
import { useTitle } from '../shell/shell.js';
import { columnsOf } from './columns.js';
import { DocumentTable, TableFrame } from './document-table.js';
import { queryOf, sizes, type ListSearch } from './list-search.js';
import { SearchBox } from './search-box.js';
import './list.css';

const route = getRouteApi('/content/$uid');

export function ListPage() {
  const { uid } = route.useParams();
  const type = useType(uid);
  if (type === undefined) return <NotFoundView />;
  return <List key={uid} type={type} />;
}

function useRows(type: WireType, search: ListSearch) {
  const query = queryOf(
    search,
    columnsOf(type).map(({ name }) => name),
  );
  return useQuery({
    queryKey: ['list', type.uid, query],
    queryFn: ({ signal }) =>
      request<ListAnswer<DocumentRow>>('GET', `documents/${type.uid}?${query}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

function List({ type }: { readonly type: WireType }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/content/$uid' });
  const rows = useRows(type, search);
  useTitle(type.displayName);
  const change = (next: ListSearch): void =>
    void navigate({ search: (now: ListSearch) => ({ ...now, page: undefined, ...next }) as ListSearch });
  const pagination = rows.data?.meta.pagination;
  return (
    <div className="list">
      <ListHead type={type} total={pagination?.total} locale={search.locale} change={change} />
      <SearchBox value={search.search ?? ''} change={(text) => change({ search: text })} />
      {rows.error && rows.data === undefined ? (
        <FailureView error={rows.error} retry={() => void rows.refetch()} />
      ) : rows.data === undefined ? (
        <TableFrame columns={columnsOf(type)} />
      ) : rows.data.data.length === 0 ? (
        <Nothing type={type} search={search} clear={() => change({ search: '' })} />
      ) : (
        <DocumentTable
          type={type}
          rows={rows.data.data}
          search={search}
          isStale={rows.isPlaceholderData}
          change={change}
        />
      )}
      {pagination && <Paging pagination={pagination} search={search} change={change} />}
    </div>
  );
}

interface HeadProps {
  readonly type: WireType;
  readonly total: number | undefined;
  readonly locale: string | undefined;
  readonly change: (next: ListSearch) => void;
}

function ListHead({ type, total, locale, change }: HeadProps) {
  const session = useSession();
  const navigate = useNavigate();
  const mayCreate = session.rights[type.uid]?.create !== undefined;
  const create = {
    to: '/content/$uid/$id',
    params: { uid: type.uid, id: 'new' },
    search: locale === undefined ? {} : { locale },
  } as const;
  useKeys({ c: () => void (mayCreate && navigate(create)) });
  return (
    <div className="list-head">
      <h1>{type.displayName}</h1>
      <span className="hint" role="status">
        {total !== undefined && say('list.total', { total, shown: formatNumber(total) })}
      </span>
      {type.localized && (
        <select
          className="input locale"
          aria-label={say('locale')}
          value={locale ?? session.locales.find(({ isDefault }) => isDefault)?.code}
          onChange={({ target }) => change({ locale: target.value })}
        >
          {session.locales.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
      {mayCreate && (
        <Link className="button primary new" {...create}>
          {say('list.new')}
        </Link>
      )}
    </div>
  );
}

interface NothingProps {
  readonly type: WireType;
  readonly search: ListSearch;
  readonly clear: () => void;
}

function Nothing({ type, search, clear }: NothingProps) {
  if (search.search === undefined) {
    return (
      <section className="notice">
        <h2>{say('list.empty.title')}</h2>
        <p className="hint">{type.description || say('list.empty.text')}</p>
      </section>
    );
  }
  return (
    <section className="notice">
      <h2>{say('list.none.title', { search: search.search })}</h2>
      <button type="button" className="button" onClick={clear}>
        {say('list.none.clear')}
      </button>
    </section>
  );
}

interface PagingProps {
  readonly pagination: Pagination;
  readonly search: ListSearch;
  readonly change: (next: ListSearch) => void;
}

function Paging({ pagination: { page, pageSize, total = 0 }, search, change }: PagingProps) {
  const last = Math.min(page * pageSize, total);
  return (
    <nav className="paging" aria-label={say('paging.label')}>
      <button
        type="button"
        className="button"
        disabled={page <= 1}
        onClick={() => change({ page: page - 1 })}
      >
        {say('paging.before')}
      </button>
      <span className="hint" role="status">
        {total > 0 && say('paging.rows', { from: (page - 1) * pageSize + 1, to: last })}
      </span>
      <button
        type="button"
        className="button"
        disabled={last >= total}
        onClick={() => change({ page: page + 1 })}
      >
        {say('paging.after')}
      </button>
      <select
        className="input size"
        aria-label={say('paging.size')}
        value={search.size ?? 50}
        onChange={({ target }) => change({ size: Number(target.value) })}
      >
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </nav>
  );
}
