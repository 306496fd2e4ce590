import type { Request, Response } from 'express';

/**
 * The events of GraphQL over Server-Sent Events, distinct connections mode
 * (https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md).
 */

/** `result` is JSON. */
export const nextEvent = (result: string): string => `event: next\ndata: ${result}\n\n`;

export const completeEvent = 'event: complete\ndata:\n\n';

/** Whether a client takes a stream rather than JSON, whatever it asks for. */
export const prefersStream = (req: Request): boolean =>
  req.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';

/** Answers with one result. Clients of the protocol do not look into answers of other types. */
export function sendOneEvent(res: Response, result: string): void {
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  res.end(nextEvent(result) + completeEvent);
}
