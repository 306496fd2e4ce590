import type { Response } from 'express';

export const sendJson = (res: Response, status: number, value: object): void =>
  sendText(res, status, JSON.stringify(value));

/** `text` is JSON. */
export function sendText(res: Response, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(text);
}

/** Answers a wrong token in the form of a REST error, as Strapi does. */
export const sendUnauthorized = (res: Response, message: string): void =>
  sendJson(res, 401, {
    data: null,
    error: { status: 401, name: 'UnauthorizedError', message, details: {} },
  });

export function sendMethodNotAllowed(res: Response, allowed: string): void {
  res.statusCode = 405;
  res.setHeader('Allow', allowed);
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('Method Not Allowed');
}
