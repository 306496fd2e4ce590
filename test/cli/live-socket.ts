import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** A subscription over a WebSocket, which begins again at once when the socket closes. */
export interface LiveSocket {
  /** Everything that came, as JSON. */
  readonly heard: readonly string[];
  /** The codes with which its sockets were closed. */
  readonly closes: readonly number[];
  stop(): Promise<void>;
}

/** Subscribes at the server of `url`. Resolves at the first result. */
export async function subscribeTo(url: string, query: string): Promise<LiveSocket> {
  const [heard, closes] = [[] as string[], [] as number[]];
  const client = createClient({
    url: `${new URL(url).origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: Infinity,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 20)),
    shouldRetry: () => true,
    on: { closed: (event) => void closes.push((event as { code: number }).code) },
  });
  await new Promise<void>((resolve, reject) => {
    client.subscribe(
      { query },
      {
        next: (result) => {
          heard.push(JSON.stringify(result));
          resolve();
        },
        error: (error) => reject(error instanceof Error ? error : new Error(JSON.stringify(error))),
        complete: () => {},
      },
    );
  });
  return { heard, closes, stop: async () => client.dispose() };
}
