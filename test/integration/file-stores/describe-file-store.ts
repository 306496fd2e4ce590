import { expect } from 'chai';
import type { FileStore, OpenFile } from '../../../src/application/ports/file-store.js';
import { servedType } from '../../../src/domain/media/served-types.js';
import { ok } from '../../../src/domain/result.js';

export interface OpenedStore {
  readonly store: FileStore;
  /** Every name that is kept, claims and halves among them. */
  names(): Promise<readonly string[]>;
  /** As if the process that claimed had ended: answers a store of another. */
  inherit(): Promise<FileStore>;
  close(): Promise<void>;
}

const key = 'a_0123456789.txt';
const type = servedType('.txt');

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function read(content: AsyncIterable<Uint8Array> | undefined): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of content ?? chunks('nothing')) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** What every store of files promises. */
export function describeFileStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`files in ${name}`, () => {
    let opened: OpenedStore;
    let store: FileStore;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    const open1 = async (): Promise<OpenFile> =>
      (await store.open(key)) ?? expect.fail('the file is not there');

    it('come back as they were, whole or in part', async () => {
      expect(await store.put({ key, content: chunks('0123', '456789'), type })).to.deep.equal(
        ok({ url: store.urlOf(key) }),
      );
      const file = await open1();
      expect(file.size).to.equal(10);
      expect(Math.abs(file.modified.getTime() - Date.now())).to.be.lessThan(60_000);
      expect(await read(file.read())).to.equal('0123456789');
      await file.close();
      for (const [start, end] of [
        // Not 0 to 0: the S3 server of the tests takes that for the whole.
        [0, 1],
        [3, 5],
        [9, 9],
        [0, 9],
      ] as const) {
        const part = await open1();
        expect(await read(part.read({ start, end }))).to.equal('0123456789'.slice(start, end + 1));
        await part.close();
      }
    });

    it('come back also when they are large', async () => {
      const megabyte = Buffer.alloc(1024 * 1024, 'x').toString();
      await store.put({ key, content: chunks(...Array.from({ length: 12 }, () => megabyte)), type });
      const file = await open1();
      expect(file.size).to.equal(12 * 1024 * 1024);
      let length = 0;
      for await (const part of file.read()) length += part.length;
      await file.close();
      expect(length).to.equal(file.size);
    });

    it('can be left unread, or in the middle', async () => {
      await store.put({ key, content: chunks('0123456789'), type });
      await (await open1()).close();
      const file = await open1();
      for await (const _ of file.read()) break;
      await file.close();
    });

    it('are not there when their content breaks off', async () => {
      for (const texts of [[], ['begun'], ['x'.repeat(6 * 1024 * 1024)]]) {
        async function* broken(): AsyncGenerator<Uint8Array> {
          yield* chunks(...texts);
          throw new Error('broken off');
        }
        const thrown = await store.put({ key, content: broken(), type }).catch((error: Error) => error);
        expect(thrown).to.have.property('message', 'broken off');
      }
      expect(await store.open(key)).to.equal(null);
      expect(await opened.names()).to.deep.equal([]);
    });

    it('are gone when they are removed, also twice', async () => {
      await store.put({ key, content: chunks('x'), type });
      for (const _ of [1, 2])
        expect(await store.remove([{ key }, { key: 'b_0123456789.txt' }])).to.deep.equal(ok(undefined));
      expect(await store.open(key)).to.equal(null);
      expect(await opened.names()).to.deep.equal([]);
    });

    it('have no other names than those that the server makes', async () => {
      for (const wrong of [
        '',
        '.',
        '..',
        'a',
        '../a_0123456789.txt',
        'x/a_0123456789.txt',
        'a_0123456789.txt\u0000',
      ]) {
        expect(await store.open(wrong), wrong).to.equal(null);
        expect(await store.remove([{ key: wrong }])).to.deep.equal(ok(undefined));
        expect(await store.claim(wrong), wrong).to.deep.equal(ok(undefined));
        expect(await opened.names(), wrong).to.deep.equal([]);
        expect(await store.release(wrong)).to.deep.equal(ok(undefined));
        const thrown = await store
          .put({ key: wrong, content: chunks('x'), type })
          .catch((error: Error) => error);
        expect(thrown).to.be.instanceOf(Error);
      }
    });

    it('that are claimed are orphaned once their process is gone, unless they are released', async () => {
      await store.claim(key);
      await store.claim('b_0123456789.txt');
      expect(await store.orphaned()).to.deep.equal(ok([]));
      await store.release('b_0123456789.txt');
      await store.release('never_0123456789.txt');
      const heir = await opened.inherit();
      expect(await heir.orphaned()).to.deep.equal(ok([key]));
      await heir.release(key);
      expect(await heir.orphaned()).to.deep.equal(ok([]));
    });
  });
}
