import { once } from 'node:events';
import { request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** An event of a stream of live changes. */
export interface Heard {
  readonly event: string;
  readonly id: string | undefined;
  // Tests read data without types.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
}

export interface LiveListener {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All events so far. */
  readonly events: readonly Heard[];
  /** The newest id. */
  readonly lastId: () => string | undefined;
  readonly isEnded: () => boolean;
  /** Resolves when the events so far meet `holds`. */
  until(holds: (events: readonly Heard[]) => boolean): Promise<readonly Heard[]>;
  /** Stops reading until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Opens a stream, and reads it until it is closed. With a body it is a POST. */
export async function listenTo(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<LiveListener> {
  // A `fetch` that is aborted opens another connection, for which a server that stops waits.
  const request = send(url, { headers, agent: false, method: body === undefined ? 'GET' : 'POST' });
  request.end(body && JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const events: Heard[] = [];
  let [text, lastId, isEnded] = ['', undefined as string | undefined, false];
  const take = (block: string): void => {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]));
    lastId = fields.get('id') ?? lastId;
    const data = fields.get('data');
    if (data === undefined) return;
    const parsed = data === '' ? null : (JSON.parse(data) as unknown);
    events.push({ event: fields.get('event') ?? '', id: lastId, data: parsed });
  };
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) take(block);
  });
  response.on('error', () => {});
  response.once('close', () => (isEnded = true));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    lastId: () => lastId,
    isEnded: () => isEnded,
    async until(holds) {
      while (!holds(events)) await new Promise((resolve) => setTimeout(resolve, 5));
      return events;
    },
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void request.destroy(),
  };
}
