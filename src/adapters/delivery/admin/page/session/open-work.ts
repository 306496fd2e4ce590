/** Something that is being worked on, such as an open entry. */
export interface OpenWork {
  /** Whether something in it is not on the server. */
  isUnsaved(): boolean;
  /** Saves what saves itself, and keeps the rest in the browser. */
  flush(): Promise<void>;
  /** Ends what happens by itself. What is not saved stays in the browser, or is forgotten. */
  release(isKept: boolean): void;
}

const open = new Set<OpenWork>();
let writes = 0;

/** Notes work until the returned function is called. */
export function noteWork(work: OpenWork): () => void {
  open.add(work);
  return () => void open.delete(work);
}

/** Saves what saves itself, and keeps the rest in the browser. */
export const flushWork = async (): Promise<void> =>
  void (await Promise.all([...open].map((work) => work.flush())));

export const releaseWork = (isKept: boolean): void => open.forEach((work) => work.release(isKept));

/** Counts a write while it is on its way. */
export function noteWrite<T>(written: Promise<T>): Promise<T> {
  writes += 1;
  return written.finally(() => (writes -= 1));
}

/** Whether leaving the page now could lose something: unsaved work, a write on its way, or what is typed into a dialog. */
export const isAtRisk = (): boolean =>
  writes > 0 ||
  [...open].some((work) => work.isUnsaved()) ||
  document.querySelector('dialog[open], [role=dialog]') !== null;
