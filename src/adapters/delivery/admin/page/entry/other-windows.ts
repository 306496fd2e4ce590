import { newKey } from './entry-requests.js';

/** The name of this window, until it loads the page again. */
export const ownWindow = newKey();

const prefix = 'quire window ';

let isNamed = false;

/** Holds a lock with the name of this window while it shows the page: the browser releases it, however the window ends. */
function name(locks: LockManager): void {
  if (isNamed) return;
  isNamed = true;
  const hold = (): void => {
    void locks.request(
      prefix + ownWindow,
      () => new Promise<void>((release) => addEventListener('pagehide', () => release(), { once: true })),
    );
  };
  hold();
  // A page that the browser brings back as it was.
  addEventListener('pageshow', ({ persisted }) => persisted && hold());
}

/** The names of the other windows that show the page. None where the browser does not tell, as without a secure connection. */
export async function otherWindows(): Promise<ReadonlySet<string>> {
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) return new Set();
  name(locks);
  const { held = [] } = await locks.query();
  const names = held.flatMap((lock) => (lock.name?.startsWith(prefix) ? lock.name.slice(prefix.length) : []));
  return new Set(names.filter((one) => one !== ownWindow));
}
