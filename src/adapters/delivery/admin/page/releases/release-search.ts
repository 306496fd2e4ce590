import type { ReleaseState } from '../../contract/releases.js';

export const releaseStates: readonly ReleaseState[] = ['scheduled', 'open', 'failed', 'done', 'cancelled'];

/** What the address of the releases says. */
export interface ReleaseSearch {
  readonly state?: ReleaseState;
}

export function readReleaseSearch(given: Readonly<Record<string, unknown>>): ReleaseSearch {
  const state = releaseStates.find((one) => one === given['state']);
  return state === undefined ? {} : { state };
}
