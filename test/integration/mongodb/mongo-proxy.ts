import type { Document } from 'mongodb';
import { openTcpProxy, type TcpProxy } from '../../tcp-proxy.js';
import { CommandReader, refusalOf } from './command-reader.js';

/** A proxy in front of a MongoDB server that records and refuses commands. */
export interface MongoProxy extends TcpProxy {
  /** The clients' commands in order, without those that the driver sends about servers and sessions. */
  readonly commands: Document[];
  /** Delays replies to commands; 0 removes the delay. */
  slow(delayMs: number): void;
  /**
   * Refuses the next commands that match, with these codes, before they reach the server. Returns the codes that
   * are left; each refusal removes one.
   */
  refuse(which: (command: Document) => boolean, codes: readonly number[]): readonly number[];
  close(): Promise<void>;
}

const isOfClient = (command: Document): boolean =>
  command['hello'] === undefined && command['endSessions'] === undefined;

/** `url` names one server. The other servers of its replica set are not used. */
export async function openMongoProxy(url: string): Promise<MongoProxy> {
  const commands: Document[] = [];
  let delay = 0;
  let refused = (_command: Document): boolean => false;
  let refusals: number[] = [];
  const proxy = await openTcpProxy(url, (near, far) => {
    const reader = new CommandReader((message, command) => {
      if (command !== null && isOfClient(command)) {
        commands.push(command);
        const [code] = refused(command) ? refusals.splice(0, 1) : [];
        if (code !== undefined) return void near.write(refusalOf(message, code));
        if (delay > 0) {
          far.pause();
          setTimeout(() => far.resume(), delay);
        }
      }
      far.write(message);
    });
    near.on('data', (chunk) => reader.read(chunk));
    near.on('end', () => far.end());
    far.pipe(near);
  });
  return {
    ...proxy,
    commands,
    slow: (delayMs) => void (delay = delayMs),
    refuse: (which, codes) => {
      refused = which;
      return (refusals = [...codes]);
    },
    close: proxy.down,
  };
}
