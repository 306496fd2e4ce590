import type { Reloaded, SchemaReload } from '../../application/ports/schema-reload.js';
import type { FromWorker, ToWorker } from './messages.js';

/** Has the parent serve the files that this worker writes. */
export interface ParentReload extends SchemaReload {
  /** Takes what the parent says. */
  hear(message: Extract<ToWorker, { readonly kind: 'write' | 'reloaded' }>): void;
}

export function createParentReload(say: (message: FromWorker) => void): ParentReload {
  let mayWrite = (): void => {};
  let reload: (reloaded: Reloaded) => void = () => {};
  return {
    hear(message) {
      if (message.kind === 'write') mayWrite();
      else reload(message.reloaded);
    },
    async around(files, accepted, write) {
      const permitted = new Promise<void>((resolve) => (mayWrite = resolve));
      const reloaded = new Promise<Reloaded>((resolve) => (reload = resolve));
      say({ kind: 'writing', write: { files, accepted } });
      await permitted;
      let isWritten = false;
      try {
        isWritten = await write();
      } finally {
        say({ kind: 'written', isWritten });
      }
      return isWritten ? reloaded : { kind: 'unwritten' };
    },
  };
}
