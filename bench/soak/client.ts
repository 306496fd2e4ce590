import { Agent, request } from 'node:http';

export interface Answer {
  /** 0 if the connection ended before an answer. */
  readonly status: number;
  readonly body: unknown;
}

/** Asks one server over connections that are kept, and counts what it answers. */
export class Client {
  /** Milliseconds of successful answers since they were last taken, by method. */
  private times = new Map<string, number[]>();
  private readonly statuses = new Map<number, number>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(private readonly port: number) {}

  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const began = performance.now();
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = text === undefined ? {} : { 'content-type': 'application/json' };
    return new Promise((resolve) => {
      const end = (status: number, received: string): void => {
        this.note(status, method, performance.now() - began);
        resolve({ status, body: received.startsWith('{') ? JSON.parse(received) : null });
      };
      const asked = request({
        port: this.port,
        host: '127.0.0.1',
        method,
        path: encodeURI(path),
        headers,
        agent: this.agent,
      });
      asked.on('error', () => end(0, ''));
      asked.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => end(0, ''));
        response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
      });
      asked.end(text);
    });
  }

  /** Returns the times since the last call. */
  takeTimes(): ReadonlyMap<string, readonly number[]> {
    const taken = this.times;
    this.times = new Map();
    return taken;
  }

  /** How often each status was answered. */
  counts(): string {
    const sorted = [...this.statuses].sort(([a], [b]) => a - b);
    return sorted.map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`).join(', ');
  }

  close(): void {
    this.agent.destroy();
  }

  private note(status: number, method: string, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status < 200 || status > 299) return;
    const kind = method === 'GET' ? 'reads' : 'writes';
    const times = this.times.get(kind) ?? [];
    times.push(ms);
    this.times.set(kind, times);
  }
}
