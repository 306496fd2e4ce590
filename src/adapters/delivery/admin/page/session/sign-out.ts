import { paths } from '../../contract/paths.js';
import { removeJournals } from '../entry/journal-keys.js';
import { base, request } from './api.js';
import { openKept } from './kept.js';
import { releaseWork } from './open-work.js';

interface SignedOut {
  readonly administrator: string;
  /** Whether unsaved work stays in the browser. */
  readonly isKept: boolean;
}

/** Between the windows of this browser. */
const windows = new BroadcastChannel(`quire ${base}`);

/** Ends the sign-in, and with it the page in all windows of this browser. */
export async function signOut(done: SignedOut): Promise<void> {
  await request('POST', paths.signOut.slice(1), { isPlain: true });
  // A channel reaches this origin alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  windows.postMessage(done);
  leave(done);
}

/** Leaves the page when this administrator signs out in another window. */
export function followSignOut(administrator: string): () => void {
  const heard = ({ data }: MessageEvent<SignedOut>): void => {
    if (data.administrator === administrator) leave(data);
  };
  windows.addEventListener('message', heard);
  return () => windows.removeEventListener('message', heard);
}

function leave({ administrator, isKept }: SignedOut): void {
  releaseWork(isKept);
  if (!isKept) removeJournals(administrator);
  // A copied component is content.
  openKept(administrator, ['copied'], () => null).write(null);
  location.replace(`${base}${paths.signIn}`);
}
