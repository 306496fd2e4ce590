import type { Db } from 'mongodb';
import type { RemoteSignal } from '../../../../application/stores/create-change-signal.js';
import { ownCollections } from '../layout.js';

/** Hears writes of other processes by a change stream. A server without change streams has no signals. */
export const createRemoteSignal = (db: Db): RemoteSignal => ({
  async hear(heard, lost) {
    const stream = db
      .collection(ownCollections.changeInbox)
      .watch([{ $match: { operationType: 'insert' } }, { $project: { _id: 1 } }]);
    let isEnded = false;
    const end = (): void => {
      isEnded = true;
      stream.close().catch(() => {});
    };
    const onLoss = (): void => {
      if (isEnded) return;
      end();
      lost();
    };
    stream.on('change', heard).on('error', onLoss).on('close', onLoss);
    return end;
  },
});
