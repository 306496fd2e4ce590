import { MongoServerError, type Db } from 'mongodb';
import type { RemoteSignal } from '../../../../application/stores/create-change-signal.js';
import { ownCollections } from '../layout.js';
import { newestPlace } from './change-log.js';

/** How often a process looks for writes of others where the server has no change streams. */
const pollMs = 200;

/** Hears writes of other processes by a change stream, or by looking for them where the server has none. */
export const createRemoteSignal = (db: Db): RemoteSignal => ({
  async hear(heard, lost) {
    let end = (): void => {};
    const stop = watch(db, heard, (error) => {
      if (hasNoStreams(error)) end = poll(db, heard, lost);
      else lost();
    });
    end = stop;
    return () => end();
  },
});

/** Opens a change stream. Calls `failed` once if it ends by itself. Returns a function that ends it. */
function watch(db: Db, heard: () => void, failed: (error: unknown) => void): () => void {
  const stream = db
    .collection(ownCollections.changeInbox)
    .watch([{ $match: { operationType: 'insert' } }, { $project: { _id: 1 } }]);
  let isEnded = false;
  const end = (): void => {
    isEnded = true;
    stream.close().catch(() => {});
  };
  const onLoss = (error?: unknown): void => {
    if (isEnded) return;
    end();
    failed(error);
  };
  stream.on('change', heard).on('error', onLoss);
  // The error that closes a stream can come after this event.
  stream.on('close', () => setImmediate(onLoss));
  return end;
}

/** Looks for writes with one small command at a time. Calls `lost` once if one fails. Returns a function that ends it. */
function poll(db: Db, heard: () => void, lost: () => void): () => void {
  let isEnded = false;
  let last: string | undefined;
  const look = async (): Promise<void> => {
    const place = await newestPlace(db);
    if (isEnded) return;
    if (place !== last) heard();
    last = place;
    timer = setTimeout(begin, pollMs).unref();
  };
  const begin = (): void =>
    void look().catch(() => {
      if (!isEnded) lost();
    });
  let timer = setTimeout(begin, 0).unref();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

/** The codes of a command, or a stage, that the server does not have, and of one that needs a replica set. */
const noStreams = new Set([59, 115, 238, 40324, 40573]);

const hasNoStreams = (error: unknown): boolean =>
  error instanceof MongoServerError && noStreams.has(Number(error.code));
