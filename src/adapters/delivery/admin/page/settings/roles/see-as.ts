import type { SeeAsBody } from '../../../contract/profile.js';
import { base, request } from '../../session/api.js';

/** Shows the page as a role sees it. All that was read is of the other role, so the page begins again. */
export async function seeAs(role: string, of: NonNullable<SeeAsBody['of']>): Promise<void> {
  await request('POST', 'see-as', { body: { role, of } satisfies SeeAsBody });
  location.assign(base);
}
