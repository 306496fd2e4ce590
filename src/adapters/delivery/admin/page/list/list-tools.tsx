import { useNavigate } from '@tanstack/react-router';
import { Code, Columns3, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Attribute } from '../../../../../domain/schema/schema.js';
import type { WireType } from '../../contract/types.js';
import { say } from '../messages/messages.js';
import type { Density } from '../session/densities.js';
import { useSession } from '../session/session.js';
import { Tool } from '../ui/tool.js';
import type { Column } from './columns.js';
import { restAddress, type ListSearch } from './list-search.js';

const ColumnsDialog = lazy(() => import('./columns-dialog.js'));
const RestDialog = lazy(() => import('./rest-dialog.js'));

interface Props {
  readonly type: WireType;
  readonly readable: readonly Attribute[];
  readonly search: ListSearch;
  readonly possible: readonly Column[];
  readonly columns: readonly Column[];
  readonly chooseColumns: (names: readonly string[] | null, density: Density | undefined) => void;
}

/** The columns of a list, and the same list by REST. */
export function ListTools({ type, readable, search, possible, columns, chooseColumns }: Props) {
  const { apiPrefix, rights } = useSession();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'columns' | 'rest' | null>(null);
  const close = (): void => setOpen(null);
  const rest = { ...search, sort: search.sort ?? 'updatedAt:desc' };
  return (
    <div className="list-tools">
      <Tool
        label={say('columns.title')}
        icon={<Columns3 size={18} aria-hidden />}
        run={() => setOpen('columns')}
      />
      {type.history !== null && rights[type.uid]?.history !== undefined && (
        <Tool
          label={say('deleted.open')}
          icon={<Trash2 size={18} aria-hidden />}
          run={() => void navigate({ to: '/content/$uid/deleted', params: { uid: type.uid } })}
        />
      )}
      <Tool label={say('rest.title')} icon={<Code size={18} aria-hidden />} run={() => setOpen('rest')} />
      <Suspense>
        {open === 'columns' && (
          <ColumnsDialog
            possible={possible}
            shown={columns}
            density={search.density}
            choose={chooseColumns}
            close={close}
          />
        )}
        {open === 'rest' && (
          <RestDialog
            address={restAddress(type, readable, rest, `${location.origin}${apiPrefix}`)}
            close={close}
          />
        )}
      </Suspense>
    </div>
  );
}
