import { useQuery } from '@tanstack/react-query';
import type { MissingGrant } from '../../../../../domain/failure.js';
import { areas } from '../../contract/areas.js';
import { formatList, say } from '../messages/messages.js';
import { nameOfRole } from '../messages/names.js';
import { request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { sessionQuery } from '../session/session.js';
import { settingAreas } from '../settings/areas.js';

const otherAreas: Readonly<
  Record<string, 'media.title' | 'media.folders' | 'release.title' | 'types.title'>
> = {
  [areas.media]: 'media.title',
  [areas.folders]: 'media.folders',
  [areas.releases]: 'release.title',
  [areas.types]: 'types.title',
};

/** The name of a content-type, or of an area of the settings. */
function nameOf(uid: string): string {
  const name = settingAreas.find(({ area }) => area === uid)?.name ?? otherAreas[uid];
  if (name !== undefined) return say(name);
  // A failure may be shown before there is a session.
  const types = queryClient.getQueryData(sessionQuery.queryKey)?.types;
  return types?.find((type) => type.uid === uid)?.displayName ?? uid;
}

/** Which grant is missing, in a sentence. */
export const wordsOfMissing = ({ action, type, isWhole }: MissingGrant): string =>
  say(isWhole === true ? 'grant.missing.whole' : 'grant.missing', { action, type: nameOf(type) });

/** Who can give a grant, as the server knows it. */
export function Givers({ missing: { action, type } }: { readonly missing: MissingGrant }) {
  const { data: roles = [] } = useQuery({
    queryKey: ['givers', action, type],
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ action, on: type }).toString();
      return (await request<{ data: readonly string[] }>('GET', `grants/givers?${asked}`, { signal })).data;
    },
  });
  if (roles.length === 0) return null;
  return (
    <span>{say('grant.givers', { roles: formatList(roles.map(nameOfRole)), count: roles.length })}</span>
  );
}

/** Which grant is missing, and who can give it. */
export const Missing = ({ missing }: { readonly missing: MissingGrant }) => (
  <>
    <span>{wordsOfMissing(missing)}</span> <Givers missing={missing} />{' '}
    <code>{`${missing.type}: ${missing.action}`}</code>
  </>
);

/** Instead of a screen that the role may not see. */
export const NoPermission = ({ missing }: { readonly missing: MissingGrant }) => (
  <section className="notice">
    <h1>{say('failure.denied.title')}</h1>
    <p>
      <Missing missing={missing} />
    </p>
  </section>
);
