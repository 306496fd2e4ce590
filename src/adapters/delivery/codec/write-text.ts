import type { ServerResponse } from 'node:http';

/** Writes a part of an answer, and waits until there is room for more. Returns false if the client is gone. */
export async function writeText(res: ServerResponse, text: string): Promise<boolean> {
  if (res.destroyed) return false;
  if (text === '' || res.write(text)) return true;
  return new Promise((resolve) => {
    const settle = (): void => {
      res.off('drain', settle).off('close', settle);
      resolve(!res.destroyed);
    };
    res.once('drain', settle).once('close', settle);
  });
}
