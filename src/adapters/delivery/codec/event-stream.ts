import type { ServerResponse } from 'node:http';
import type {
  LiveChanges,
  LiveReceiver,
  LiveRequest,
} from '../../../application/live-changes/live-changes.js';
import { ok, type Result } from '../../../domain/result.js';
import { hasRoom, isStalled } from './unread.js';

/** Server-Sent Events, as https://html.spec.whatwg.org/multipage/server-sent-events.html describes them. */
export interface EventStream {
  /** Returns false if the client has gone, or is disconnected because it does not read. */
  write(bytes: Buffer | string): boolean;
  /** Whether the client has read nearly all that was sent. */
  hasRoom(): boolean;
  end(): void;
}

/** Begins an answer that is a stream of events. The headers go with the first bytes. */
export function openEventStream(res: ServerResponse): EventStream {
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  res.setHeader('Cache-Control', 'no-cache, no-transform');
  // For nginx, which would keep the events back.
  res.setHeader('X-Accel-Buffering', 'no');
  // The request is answered: it no longer counts as one that is in progress.
  res.emit('answered');
  return {
    hasRoom: () => hasRoom(res.writableLength),
    write(bytes) {
      if (res.writableEnded || res.destroyed) return false;
      if (isStalled(res.writableLength)) {
        res.destroy();
        return false;
      }
      res.write(bytes);
      return true;
    },
    end: () => void res.end(),
  };
}

/** Sends changes in the form of `receive` until the client leaves. Fails before anything is sent. */
export async function streamChanges(
  live: LiveChanges,
  res: ServerResponse,
  request: LiveRequest,
  receive: (stream: EventStream) => LiveReceiver,
): Promise<Result<void>> {
  let close = (): void => {};
  let isGone = false;
  res.once('close', () => {
    isGone = true;
    close();
  });
  const listening = await live.listen(request, () => receive(openEventStream(res)));
  if (!listening.ok) return listening;
  close = listening.value;
  if (isGone) close();
  return ok(undefined);
}
