import { useSyncExternalStore } from 'react';
import { isAtRisk } from './open-work.js';

/** The version of the server that gave this page; undefined while the page is developed. */
const own = document.querySelector<HTMLMetaElement>('meta[name="quire-version"]')?.content || undefined;

let isOther = false;
const listeners = new Set<() => void>();

function noteOther(): void {
  if (isOther) return;
  isOther = true;
  listeners.forEach((listener) => listener());
}

/** Compares the version that an answer names with that of the page. */
export function noteVersion(version: string | null): void {
  if (version !== null && own !== undefined && version !== own) noteOther();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the server has another version of the page by now. */
export const isOutdated = (): boolean => isOther;

export const useOutdated = (): boolean => useSyncExternalStore(listen, isOutdated);

/** The errors of parts of the page that could not be fetched. */
const missing = new WeakSet();

addEventListener('vite:preloadError', (event) => {
  const { payload } = event as Event & { readonly payload?: unknown };
  if (typeof payload === 'object' && payload !== null) missing.add(payload);
});

/** Whether a part of the page could not be fetched: there is no connection, or the server has another page now. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && (missing.has(error) || isMissingPart(error.cause));

/** Loads the page at its address again, if nothing can be lost. */
export function reloadIfSafe(): void {
  if (!isAtRisk()) location.reload();
}

const key = 'quire reloaded';
const againMs = 60_000;

/**
 * Loads the page again for a part that the server has no more, if nothing can be lost; but not twice in a minute, as the part may
 * be missing in the new page too. Returns whether it does.
 */
export function reloadForPart(): boolean {
  noteOther();
  if (isAtRisk()) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < againMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Without a place for the time it could go on for ever.
    return false;
  }
  location.reload();
  return true;
}
