import type { Response } from 'express';
import { sendError, sendNothing, sendText } from '../send.js';
import { statusError } from '../../codec/app-request/status-error.js';
import { statusResponse } from './thrown-response.js';

/** The answer of an operation, held back until every middleware has had its look at it. */
export class HeldResponse {
  private text: string | undefined;
  private read: { readonly body: unknown } | undefined;
  private statusWasSet = false;

  constructor(private readonly res: Response) {
    const hold = (chunk?: string | Buffer): Response => {
      this.text = chunk?.toString() ?? '';
      this.read = undefined;
      this.statusWasSet = true;
      return res;
    };
    res.end = hold as Response['end'];
  }

  get status(): number {
    return this.statusWasSet ? this.res.statusCode : 404;
  }

  set status(status: number) {
    this.res.statusCode = status;
    this.statusWasSet = true;
  }

  /** The answer as a value: changes of it are sent. */
  get body(): unknown {
    if (this.read === undefined)
      this.read = { body: this.text ? (JSON.parse(this.text) as unknown) : undefined };
    return this.read.body;
  }

  set body(body: unknown) {
    if (!this.statusWasSet) this.status = 200;
    this.read = { body };
  }

  /** From here on the response is an ordinary one again. */
  release(): void {
    delete (this.res as { end?: unknown }).end;
  }

  send(): void {
    this.release();
    const { res, read, text } = this;
    if (read?.body === undefined) {
      if (text !== undefined) res.end(text);
      else if (this.statusWasSet) sendText(res, this.status, '');
      else sendError(res, statusResponse(statusError(404)));
    } else if (read.body === null) sendNothing(res);
    else sendText(res, this.status, JSON.stringify(read.body));
  }
}
