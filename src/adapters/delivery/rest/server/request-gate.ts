import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorText, failureResponse } from '../failure-response.js';
import { overloaded } from '../../../../application/admission/lane.js';
import type { ServerLimits } from '../../../../application/admission/server-limits.js';
import { soon } from '../../codec/retry-after.js';
import { RestingConnections } from './resting-connections.js';
import { senderOf, type Sender } from './sender-of.js';
import { SlowClients } from './stalled-clients.js';

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
/** Requests of one address that are admitted while the event loop is late. */
const maxPerAddressWhenLate = 32;
/** When this part of the most requests is in progress, an address gets no more than can run at once. */
const freePart = 3 / 4;
/** How long a sender counts as overloaded after a refusal. While requests of it are refused, it stays so. */
const overloadedMs = 1_000;
/** Refusals of one address in a second, above which its connections rest after a 503: some 3 % of a processor. */
const maxRefusals = 500;
/** For this time the next request is not read from a connection that rests. */
const restMs = 500;
/** Probes and refusals that a turn of the event loop answers before the connections of further ones rest for a turn. */
const maxAnsweredInTurn = 10;

type Limits = Pick<
  ServerLimits,
  'maxRequests' | 'maxConcurrentQueries' | 'isProxied' | 'bodyTimeoutMs' | 'minBodyBytesPerSecond'
>;

interface AddressLoad {
  /** By token. */
  readonly senders: Map<string, SenderLoad>;
  inProgress: number;
  /** Since `countedFrom`. */
  refusals: number;
  countedFrom: number;
}

interface SenderLoad {
  inProgress: number;
  overloadedUntil: number;
}

/**
 * Limits the requests in progress, in total, per address, and for each sender of an address that meets overload. Refuses
 * other requests before they are parsed, which costs a thirtieth of a refusal by the application. Clients that retry at once
 * would make every turn of the event loop long with refusals, so their connections rest. Others do not: a client that shares
 * its connections among users would make one of them wait for the refusal of another. Always admits probes.
 *
 * While more than a thousand connections have sent something, Node reads them up to 48 times in one turn of the event loop, and
 * nothing that was admitted goes on. So once a turn has answered a few requests, those connections rest whose requests it
 * answers.
 */
export class RequestGate {
  private readonly addresses = new Map<string, AddressLoad>();
  private inProgress = 0;
  /** The probes and refusals that this turn of the event loop has answered. */
  private answeredInTurn = 0;
  private readonly resting: RestingConnections;
  private timer: NodeJS.Timeout | undefined;
  private lateUntil = 0;
  private readonly slow: SlowClients;

  constructor(
    private readonly limits: Limits,
    private readonly isProbe: (req: IncomingMessage) => boolean,
    private readonly probes: RequestListener,
    private readonly next: (req: IncomingMessage, res: ServerResponse, from: Sender) => void,
    private readonly refuse: RequestListener,
    isAccepting: () => boolean = () => false,
  ) {
    this.resting = new RestingConnections(isAccepting);
    this.slow = new SlowClients(limits);
  }

  readonly listener = (req: IncomingMessage, res: ServerResponse): void => {
    const from = senderOf(req);
    if (this.isProbe(req)) {
      res.once('finish', () => this.noteAnswered(req, from));
      return this.probes(req, res);
    }
    const address = this.addresses.get(from.address) ?? newAddress();
    this.addresses.set(from.address, address);
    const sender = address.senders.get(from.token) ?? { inProgress: 0, overloadedUntil: 0 };
    address.senders.set(from.token, sender);
    this.timer ??= this.watchLoop();
    const isAdmitted = this.hasRoom() && this.admits(address, sender);
    res.once('finish', () => {
      if (!this.limits.isProxied && noteRefusal(address, sender, res))
        this.resting.add(req.socket, from.address, restMs);
      if (!isAdmitted) this.noteAnswered(req, from);
    });
    if (!isAdmitted) return this.refuse(req, res);
    this.enter(address, sender, req, res);
    this.next(req, res, from);
  };

  /** Once a turn of the event loop has answered enough of them, their connections rest until the next one. */
  private noteAnswered({ socket }: IncomingMessage, { address }: Sender): void {
    if (this.answeredInTurn === 0) setImmediate(() => (this.answeredInTurn = 0));
    this.answeredInTurn += 1;
    if (this.answeredInTurn > maxAnsweredInTurn) this.resting.add(socket, address);
  }

  /** Who sends or reads too slowly gives room to others. */
  private hasRoom(): boolean {
    return this.inProgress < this.limits.maxRequests || this.slow.makeRoom();
  }

  private admits(address: AddressLoad, sender: SenderLoad): boolean {
    const { maxRequests, maxConcurrentQueries, isProxied } = this.limits;
    const now = performance.now();
    const maxWhenLate = now < this.lateUntil ? maxPerAddressWhenLate : maxRequests;
    const maxWhenFull = this.inProgress < maxRequests * freePart ? maxRequests : maxConcurrentQueries;
    const max = Math.min(maxWhenLate, isProxied ? maxRequests : Math.min(maxRequests / 2, maxWhenFull));
    if (address.inProgress >= Math.max(1, max)) return false;
    // Most of them run: if more waited, each answer would only be later.
    return isProxied || now >= sender.overloadedUntil || sender.inProgress < maxConcurrentQueries;
  }

  private enter(address: AddressLoad, sender: SenderLoad, req: IncomingMessage, res: ServerResponse): void {
    this.inProgress += 1;
    address.inProgress += 1;
    sender.inProgress += 1;
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.inProgress -= 1;
      address.inProgress -= 1;
      sender.inProgress -= 1;
      forget();
    };
    const forget = this.slow.add(req, res, leave);
    // From here on the request takes up only memory, which `OutgoingAnswers` limits.
    res.once('answered', leave);
    res.once('close', leave);
  }

  /**
   * Measures the delay of the event loop while there are requests, and removes idle addresses. Reads the processor time rarely:
   * it is a system call.
   */
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
      for (const [name, { senders, countedFrom }] of this.addresses) {
        for (const [token, { inProgress, overloadedUntil }] of senders)
          if (inProgress === 0 && overloadedUntil <= now) senders.delete(token);
        if (senders.size === 0 && countedFrom <= now - 1_000) this.addresses.delete(name);
      }
      if (this.addresses.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    }, checkMs).unref();
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Answers 503. */
export function refuse(res: ServerResponse): void {
  res.writeHead(503, headers);
  res.end(text);
}

const newAddress = (): AddressLoad => ({ senders: new Map(), inProgress: 0, refusals: 0, countedFrom: 0 });

/** Whether the connection is to rest. Not for those from a proxy, on which other clients' requests follow. */
function noteRefusal(address: AddressLoad, sender: SenderLoad, res: ServerResponse): boolean {
  if (res.statusCode !== 503) return false;
  const now = performance.now();
  // Long reads and pictures wait for others of their kind only, and are to be tried again later.
  if ((res.getHeader('Retry-After') ?? soon) === soon) sender.overloadedUntil = now + overloadedMs;
  if (now - address.countedFrom > 1_000) Object.assign(address, { refusals: 0, countedFrom: now });
  address.refusals += 1;
  return address.refusals > maxRefusals;
}
