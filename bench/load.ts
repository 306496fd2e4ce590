import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { tokenVariables, type BenchRequest } from './case.js';
import { cases } from './cases.js';
import { logCases } from './change-log/cases.js';
import { strapiCases } from './strapi/cases.js';

/**
 * An order to the load process, which keeps some connections busy, each with one request at a time, and times every
 * answer.
 */
export interface LoadOrder {
  readonly case: string;
  /** Whether to measure the case's second way, or the hand-written server. */
  readonly beside: boolean;
  readonly port: number;
  readonly durationSeconds: number;
  readonly connections: number;
  /** The number of the first request. */
  readonly from: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly rps: number;
  /** In milliseconds, as `p99`. */
  readonly p50: number;
  readonly p99: number;
  /** The number after the last request. */
  readonly next: number;
  /** The first answer that is not a success. */
  readonly refused?: string;
}

process.on('message', (order: LoadOrder) => void run(order).then((result) => process.send?.(result)));

async function run(order: LoadOrder): Promise<LoadResult> {
  const found = [...cases, ...logCases, ...strapiCases].find(({ name }) => name === order.case);
  if (found === undefined) throw new Error(`no case ${order.case}`);
  const make = order.beside ? (found.beside?.make ?? found.make) : found.make;
  const state: State = {
    next: order.from,
    times: [],
    refused: undefined,
    until: performance.now() + order.durationSeconds * 1000,
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: order.connections }, () => keepBusy(order.port, make, state)));
  const seconds = (performance.now() - started) / 1000;
  const times = Float64Array.from(state.times).sort();
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const result = {
    requests: times.length,
    rps: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    next: state.next,
  };
  return state.refused === undefined ? result : { ...result, refused: state.refused };
}

interface State {
  next: number;
  times: number[];
  refused: string | undefined;
  readonly until: number;
}

function keepBusy(port: number, make: (i: number) => BenchRequest, state: State): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let sent = 0;
    const ask = () => {
      if (performance.now() >= state.until) return socket.end(() => resolve());
      received = '';
      sent = performance.now();
      return socket.write(toText(make(state.next++)));
    };
    socket.setEncoding('latin1');
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (!isWhole(received)) return;
      state.times.push(performance.now() - sent);
      if (!received.startsWith('HTTP/1.1 20')) state.refused ??= received;
      ask();
    });
    socket.on('close', () => resolve());
  });
}

function toText({ method, path, body, by }: BenchRequest): string {
  const credentials = by === undefined ? '' : `Authorization: Bearer ${process.env[tokenVariables[by]]}\r\n`;
  const head = `${method} ${encodeURI(decodeURI(path))} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials}`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Both servers send a Content-Length. An answer without one would not be comparable. */
function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${received.slice(0, end)}`);
  return received.length - end - 4 >= Number(length);
}
