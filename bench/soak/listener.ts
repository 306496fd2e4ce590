import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface Data {
  readonly documentId: string;
  readonly document?: { readonly Name: string };
}

/** Listens to the changes of published posts, and goes on from the last event at a new connection. */
export class Listener {
  /** The name of each post as it was last heard; null for one that left. */
  readonly heard = new Map<string, string | null>();
  events = 0;
  /** How often it was told to read anew. */
  resets = 0;
  private event = '';
  private last: string | undefined;

  constructor(private readonly port: number) {}

  /** Begins anew each time that the connection ended, or was kept for `longestMs`, until `until`. */
  async run(longestMs: number, until: number): Promise<void> {
    while (performance.now() < until) {
      await this.listen(Math.min(longestMs * (0.5 + Math.random()), until - performance.now()));
      await pause(200 * Math.random());
    }
  }

  private listen(ms: number): Promise<void> {
    const headers = this.last === undefined ? {} : { 'last-event-id': this.last };
    return new Promise((resolve) => {
      const asked = request({ port: this.port, host: '127.0.0.1', path: '/api/posts/changes', headers });
      const timer = setTimeout(() => asked.destroy(), Math.max(0, ms));
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      asked.on('error', end);
      asked.on('response', (response) => {
        let line = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const lines = (line + text).split('\n');
          line = lines.pop() ?? '';
          for (const each of lines) this.take(each);
        });
        response.on('error', end).on('close', end);
      });
      asked.end();
    });
  }

  private take(line: string): void {
    const [, field, value = ''] = /^(\w+): ?(.*)/.exec(line) ?? [];
    if (field === 'id') this.last = value;
    if (field === 'event') this.event = value;
    if (field !== 'data' || value === '') return;
    if (this.event === 'reset') this.resets += 1;
    if (!['change', 'leave'].includes(this.event)) return;
    const { documentId, document } = JSON.parse(value) as Data;
    this.heard.set(documentId, document?.Name ?? null);
    this.events += 1;
  }
}
