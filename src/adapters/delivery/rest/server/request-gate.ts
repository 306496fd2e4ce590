import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorText, failureResponse } from '../failure-response.js';
import { overloaded } from '../../../../application/admission/fair-slots.js';
import type { ServerLimits } from '../../../../application/admission/server-limits.js';

const busy = failureResponse(overloaded);
const text = errorText(busy);
const headers = {
  ...busy.headers,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(text),
};

const checkMs = 20;
const sampleMs = 100;
/**
 * The event loop is late by so much because it computed for as long, so admitting fewer requests helps. It would not
 * help where other processes had the processor.
 */
const lateMs = 50;
/** Requests of one address that are let in while it is late. */
const fewRequests = 32;

type Limits = Pick<ServerLimits, 'maxRequests' | 'isProxied'>;

/**
 * Limits the requests in progress, in all and of one address, and refuses others before they are read, which costs a
 * thirtieth of a refusal by the use cases. Health checks always pass.
 */
export class RequestGate {
  private readonly byAddress = new Map<string, number>();
  private inside = 0;
  private timer: NodeJS.Timeout | undefined;
  private lateUntil = 0;

  constructor(
    private readonly limits: Limits,
    private readonly next: RequestListener,
  ) {}

  readonly listener = (req: IncomingMessage, res: ServerResponse): void => {
    if (req.url === '/_health') return this.next(req, res);
    const address = req.socket.remoteAddress ?? '';
    const own = this.byAddress.get(address) ?? 0;
    if (this.inside >= this.limits.maxRequests || own >= this.mostOfOne()) return refuse(res);
    this.enter(address, own, res);
    this.next(req, res);
  };

  private mostOfOne(): number {
    const { maxRequests, isProxied } = this.limits;
    if (performance.now() < this.lateUntil) return Math.min(fewRequests, maxRequests);
    return isProxied ? maxRequests : Math.max(1, maxRequests / 2);
  }

  private enter(address: string, own: number, res: ServerResponse): void {
    this.inside += 1;
    this.byAddress.set(address, own + 1);
    this.timer ??= this.watchLoop();
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.inside -= 1;
      const rest = (this.byAddress.get(address) ?? 1) - 1;
      if (rest > 0) this.byAddress.set(address, rest);
      else this.byAddress.delete(address);
    };
    // An unread answer takes up memory (see `OutgoingAnswers`), but nothing else.
    res.once('answered', leave);
    res.once('close', leave);
  }

  /** While there are requests. What the process has used is looked at now and then only: that costs a system call. */
  private watchLoop(): NodeJS.Timeout {
    let due = performance.now() + checkMs;
    let sample = { at: performance.now(), used: processorMs() };
    return setInterval(() => {
      const now = performance.now();
      const isLate = now - due > lateMs;
      if (isLate || now - sample.at >= sampleMs) {
        const used = processorMs();
        if (isLate && used - sample.used > Math.max(lateMs, (now - sample.at) / 2))
          this.lateUntil = now + 5 * lateMs;
        sample = { at: now, used };
      }
      due = now + checkMs;
      if (this.inside > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    }, checkMs).unref();
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function refuse(res: ServerResponse): void {
  res.writeHead(503, headers);
  res.end(text);
}
