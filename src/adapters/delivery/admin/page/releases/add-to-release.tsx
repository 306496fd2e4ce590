import { useId } from 'react';
import type { PlannedAction, ReleaseView } from '../../contract/releases.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';

/** Adds actions to a release. Those that it has already for the same version are replaced. */
export const addToRelease = async (
  documentId: string,
  actions: readonly Omit<PlannedAction, 'label'>[],
): Promise<ReleaseView> =>
  (await request<{ data: ReleaseView }>('POST', `releases/${documentId}/actions`, { body: { actions } }))
    .data;

interface Props {
  readonly offered: readonly PlannedAction['action'][];
  readonly action: PlannedAction['action'];
  readonly choose: (action: PlannedAction['action']) => void;
}

/** Chooses what a release does with entries. */
export function ReleaseAction({ offered, action, choose }: Props) {
  const name = useId();
  if (offered.length < 2) return null;
  return (
    <fieldset className="field">
      <legend className="hidden">{say('plan.action')}</legend>
      <div className="choices">
        {offered.map((one) => (
          <label className="choice" key={one}>
            <input type="radio" name={name} checked={action === one} onChange={() => choose(one)} />
            {say(`entry.${one}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
