import { paths } from '../../contract/paths.js';
import { ApiFailure, base } from './api.js';

const key = 'quire after sign-in';

/** Sends who is not signed in to the form, and keeps where they wanted to go. Other errors are for the page. */
export async function signInFirst(error: unknown): Promise<never> {
  if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
  keep(location.pathname + location.search);
  location.replace(`${base}${paths.signIn}`);
  // The browser leaves this page.
  return new Promise<never>(() => {});
}

function keep(address: string): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // They begin at the first page.
  }
}

/** Returns where somebody wanted to go before they signed in, below the path of the page, once. */
export function takeWanted(): string | null {
  try {
    const address = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return address?.startsWith(`${base}/`) && address !== `${base}/` ? address.slice(base.length) : null;
  } catch {
    return null;
  }
}
