import type { LiveEvent, LiveReceiver } from '../../../application/live-changes/live-changes.js';
import type { Failure } from '../../../domain/failure.js';
import type { EventStream } from './event-stream.js';

/** How long a client waits before it comes again. */
const retryMs = 2_000;

/** Returns the answer to a failure. */
type ResponseTo = (failure: Failure) => {
  readonly status: number;
  readonly name: string;
  readonly message: string;
};

/** Sends events in the form of docs/live-changes.md. */
export const eventReceiver =
  (responseTo: ResponseTo) =>
  (stream: EventStream): LiveReceiver => {
    stream.write(`retry: ${retryMs}\n\n`);
    return {
      hasRoom: () => stream.hasRoom(),
      send: (event) => stream.write(bytesOf(event)),
      // Without data it is no event, but the client keeps the id.
      beat: (position) => stream.write(`id: ${position}\n\n`),
      end(failure) {
        if (failure !== null)
          stream.write(`event: end\ndata: ${JSON.stringify(endOf(responseTo(failure)))}\n\n`);
        stream.end();
      },
    };
  };

const endOf = ({ status, name, message }: ReturnType<ResponseTo>): object => ({
  error: { status, name, message },
});

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
