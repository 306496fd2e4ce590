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
 * The server is overloaded if the event loop is late by this time and the process used the processor meanwhile. If other
 * processes used it, admitting fewer requests would not help.
 */
const lateMs = 50;
/** Requests of one address that are admitted during an overload. */
const maxPerAddressWhenLate = 32;

type Limits = Pick<ServerLimits, 'maxRequests' | 'isProxied'>;

/**
 * Limits the requests in progress, in total and per address. Refuses other requests before they are parsed, which costs a
 * thirtieth of a refusal by the application. Always admits health checks.
 */
export class RequestGate {
  private readonly byAddress = new Map<string, number>();
  private inProgress = 0;
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
    if (this.inProgress >= this.limits.maxRequests || own >= this.maxPerAddress()) return refuse(res);
    this.enter(address, own, res);
    this.next(req, res);
  };

  private maxPerAddress(): number {
    const { maxRequests, isProxied } = this.limits;
    if (performance.now() < this.lateUntil) return Math.min(maxPerAddressWhenLate, maxRequests);
    return isProxied ? maxRequests : Math.max(1, maxRequests / 2);
  }

  private enter(address: string, own: number, res: ServerResponse): void {
    this.inProgress += 1;
    this.byAddress.set(address, own + 1);
    this.timer ??= this.watchLoop();
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.inProgress -= 1;
      const rest = (this.byAddress.get(address) ?? 1) - 1;
      if (rest > 0) this.byAddress.set(address, rest);
      else this.byAddress.delete(address);
    };
    // From here on the request takes up only memory, which `OutgoingAnswers` limits.
    res.once('answered', leave);
    res.once('close', leave);
  }

  /** Measures the delay of the event loop while there are requests. Reads the processor time rarely: it is a system call. */
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
      if (this.inProgress > 0) return;
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
