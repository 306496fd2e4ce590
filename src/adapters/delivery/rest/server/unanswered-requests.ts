import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Programs that send requests before they have the earlier answers send some ten of them. */
const maxUnanswered = 32;

const counts = new WeakMap<Socket, number>();

/** Whether the connection has brought more requests than it may before their answers. */
export const isFlooding = ({ socket }: Pick<IncomingMessage, 'socket'>): boolean =>
  (counts.get(socket) ?? 0) >= maxUnanswered;

export function countUnanswered({ socket }: IncomingMessage, res: ServerResponse): void {
  counts.set(socket, (counts.get(socket) ?? 0) + 1);
  res.once('close', () => counts.set(socket, (counts.get(socket) ?? 1) - 1));
}
