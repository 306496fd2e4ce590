import type { ServerResponse } from 'node:http';

/** How long a client may go on sending before the connection closes, so that it can read the answer. */
const lingerMs = 2_000;

/**
 * Ends the answer to a request whose body is not read completely: ignores the rest of the body, then closes the connection.
 * Closing it at once would reset it, and a client that is still sending would not get the answer. `res` has its status and its
 * headers.
 */
export function endEarly(res: ServerResponse, text: string): void {
  const { req } = res;
  if (req.complete || req.destroyed) return void res.end(text);
  res.setHeader('Connection', 'close');
  res.write(text);
  const end = (): void => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, lingerMs);
  req.once('end', end).once('close', end).resume();
}
