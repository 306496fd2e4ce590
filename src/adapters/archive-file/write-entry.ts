import { once } from 'node:events';
import type { Pack } from 'tar-stream';

/** Writes a file of a tar stream as fast as the stream takes it. */
export async function writeEntry(
  tar: Pack,
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    const entry = tar.entry({ name, size, mode: 0o644 }, (error) => (error ? reject(error) : resolve()));
    const feed = async (): Promise<void> => {
      for await (const chunk of content) if (!entry.write(chunk)) await once(entry, 'drain');
      entry.end();
    };
    feed().catch(reject);
  });
  await done;
}
