import { Code, Columns3, Download, PanelRight } from 'lucide-react';
import { lazy, useState } from 'react';
import type { Attribute } from '../../../../../domain/schema/schema.js';
import { isSearched } from '../../contract/searched.js';
import type { WireType } from '../../contract/types.js';
import { formatList, say } from '../messages/messages.js';
import { Later } from '../ui/later.js';
import { Tool } from '../ui/tool.js';
import type { Column } from './columns.js';
import { DeletedTool } from './deleted-tool.js';
import { FilterBar } from './filters/filter-bar.js';
import type { ChooseColumns, ListChange, ListSearch } from './list-search.js';
import { SearchBox } from './search-box.js';

const ColumnsDialog = lazy(() => import('./columns-dialog.js'));
const QueryDialog = lazy(() => import('./query/query-dialog.js'));

interface Props {
  readonly type: WireType;
  readonly readable: readonly Attribute[];
  readonly search: ListSearch;
  readonly change: (next: ListChange) => void;
  readonly possible: readonly Column[];
  readonly columns: readonly Column[];
  readonly label: Attribute | undefined;
  readonly chooseColumns: ChooseColumns;
  /** Moves on to the rows. */
  readonly enter: () => void;
  readonly exportRows: () => void;
  /** Whether an entry is shown beside the rows. */
  readonly isPeeking: boolean;
  readonly peek: () => void;
}

/** The search and the filters of a list, its columns, and its filters as a query. */
export function ListBar(props: Props) {
  const {
    type,
    readable,
    search,
    change,
    possible,
    columns,
    label,
    chooseColumns,
    enter,
    exportRows,
    isPeeking,
    peek,
  } = props;
  const [open, setOpen] = useState<'columns' | 'query' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="list-bar">
      <SearchBox
        value={search.search ?? ''}
        change={(text) => change({ search: text === '' ? undefined : text })}
        enter={enter}
        describedBy="searched"
      />
      <FilterBar type={type} search={search} change={change} editQuery={() => setOpen('query')} />
      <div className="list-tools">
        <Tool
          label={say('columns.title')}
          icon={<Columns3 size={18} aria-hidden />}
          run={() => setOpen('columns')}
        />
        <Tool label={say('query.title')} icon={<Code size={18} aria-hidden />} run={() => setOpen('query')} />
        <Tool
          label={say('peek.title')}
          icon={<PanelRight size={18} aria-hidden />}
          run={peek}
          isPressed={isPeeking}
        />
        <Tool label={say('export.title')} icon={<Download size={18} aria-hidden />} run={exportRows} />
        <DeletedTool type={type} />
      </div>
      <p className={search.search === undefined ? 'hidden' : 'hint searched'} id="searched" dir="auto">
        {say('list.searched', {
          names: formatList([...readable.filter(isSearched).map(({ name }) => name), 'documentId']),
        })}
      </p>
      <Later>
        {open === 'columns' && (
          <ColumnsDialog
            possible={possible}
            shown={columns}
            density={search.density}
            sort={search.sort}
            label={label}
            choose={chooseColumns}
            close={close}
          />
        )}
        {open === 'query' && (
          <QueryDialog
            type={type}
            readable={readable}
            search={search}
            columns={columns}
            apply={(filters) => change({ filters })}
            close={close}
          />
        )}
      </Later>
    </div>
  );
}
