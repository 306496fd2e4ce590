import type { ServerResponse } from 'node:http';
import type { LiveEvent, LiveReceiver } from '../../../../application/live-changes/live-changes.js';
import type { Failure } from '../../../../domain/failure.js';
import { failureResponse } from '../failure-response.js';

/** A client that has not read so many bytes is disconnected, and goes on from the last event that it has. */
const maxUnreadBytes = 256 * 1024;

/** With less unread, a client that catches up gets more. */
const roomBytes = 64 * 1024;

/** How long a client waits before it comes again. */
const retryMs = 2_000;

/** Server-Sent Events, as https://html.spec.whatwg.org/multipage/server-sent-events.html describes them. */
export function beginEventStream(res: ServerResponse): LiveReceiver {
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  res.setHeader('Cache-Control', 'no-cache, no-transform');
  // For nginx, which would keep the events back.
  res.setHeader('X-Accel-Buffering', 'no');
  // The request is answered: it no longer counts as one that is in progress.
  res.emit('answered');
  const write = (bytes: Buffer | string): boolean => {
    if (res.writableEnded || res.destroyed) return false;
    if (res.writableLength > maxUnreadBytes) {
      res.destroy();
      return false;
    }
    res.write(bytes);
    return true;
  };
  write(`retry: ${retryMs}\n\n`);
  return {
    hasRoom: () => res.writableLength < roomBytes,
    send: (event) => write(bytesOf(event)),
    // Without data it is no event, but the client keeps the id.
    beat: (position) => write(`id: ${position}\n\n`),
    end(failure) {
      if (failure !== null) write(`event: end\ndata: ${JSON.stringify(endOf(failure))}\n\n`);
      res.end();
    },
  };
}

function endOf(failure: Failure): object {
  const { status, name, message } = failureResponse(failure);
  return { error: { status, name, message } };
}

/** An event has the same bytes for all listeners of a group. */
const known = new WeakMap<LiveEvent, Buffer>();

function bytesOf(event: LiveEvent): Buffer {
  const made = known.get(event);
  if (made !== undefined) return made;
  const { kind, position, ...data } = event;
  const bytes = Buffer.from(`id: ${position}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
  known.set(event, bytes);
  return bytes;
}
