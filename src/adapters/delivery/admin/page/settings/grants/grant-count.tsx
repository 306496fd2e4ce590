import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Json, Uid } from '../../../../../../domain/schema/schema.js';
import { areas } from '../../../contract/areas.js';
import type { GrantCount as Counted } from '../../../contract/grants.js';
import { parametersOf } from '../../list/filters/conditions.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { mayAll } from '../areas.js';
import type { Holder } from './held-grants.js';

interface Props {
  readonly type: Uid;
  readonly filters: Json;
  readonly holder: Holder;
  /** Whether the grant is about published versions. */
  readonly isPublished: boolean;
}

const pauseMs = 300;

/** Of how many entries a condition is true, among those that the administrator may read. */
export function GrantCount({ type, filters, holder, isPublished }: Props) {
  const { rights } = useSession();
  const isOfAdministrators = holder === 'administrator';
  const area = isOfAdministrators ? areas.administratorRoles : areas.roles;
  const asked = useRested(filters);
  const found = useQuery({
    queryKey: ['grant-count', holder, type, isPublished, asked],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ type, status: isPublished ? 'published' : 'draft' });
      for (const [name, value] of parametersOf(asked)) params.append(name, value);
      const path = isOfAdministrators ? 'administrator-roles/count' : 'roles/count';
      return request<{ readonly data: Counted }>('GET', `${path}?${params.toString()}`, { signal });
    },
    placeholderData: keepPreviousData,
    retry: false,
    enabled: asked !== null && mayAll(rights, area, 'update'),
  });
  if (filters === null) return null;
  return (
    <p className="hint" role="status" aria-busy={found.isFetching || undefined}>
      {found.isError ? say('grants.rows.uncounted') : found.data && wordsOf(found.data.data)}
    </p>
  );
}

const wordsOf = ({ matching, total }: Counted): string =>
  matching === null ? say('grants.rows.byPerson') : say('grants.rows.count', { matching, total });

/** What was given last, once it has not changed for a moment. */
function useRested<T>(given: T): T {
  const [rested, setRested] = useState(given);
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => given), pauseMs);
    return () => clearTimeout(timer);
  }, [given]);
  return rested;
}
