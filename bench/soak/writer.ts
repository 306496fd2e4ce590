import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.js';

/** What a writer knows of a post that it has made; a layer that is null does not exist. */
interface Known {
  draft: string;
  published: string | null;
}

/** How many posts one writer keeps. */
const kept = 50;

/**
 * Creates, changes, publishes and deletes posts of its own, one after the other, and remembers what was acknowledged. A
 * write without an answer may have happened or not, so that post is read again.
 */
export class Writer {
  private readonly posts = new Map<string, Known>();
  private count = 0;

  constructor(
    private readonly client: Client,
    private readonly name: string,
  ) {}

  async run(everyMs: number, until: number): Promise<void> {
    while (performance.now() < until) {
      await this.step();
      await pause(everyMs * 2 * Math.random());
    }
  }

  /** Returns the posts that are not as they were acknowledged. */
  async differences(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [id, known] of this.posts) {
      const now = await this.read(id);
      if (now?.draft !== known.draft || now.published !== known.published)
        found.push(`${id}: ${JSON.stringify(now)} instead of ${JSON.stringify(known)}`);
    }
    return found;
  }

  /** Returns the published posts that a listener did not hear of, or not last. */
  unheard(heard: ReadonlyMap<string, string | null>): readonly string[] {
    return [...this.posts].flatMap(([id, { published }]) => {
      const last = heard.get(id) ?? null;
      return last === published ? [] : [`${id}: heard ${last} instead of ${published}`];
    });
  }

  private async step(): Promise<void> {
    const ids = [...this.posts.keys()];
    const id = ids[Math.floor(Math.random() * kept)];
    if (id === undefined) return this.create();
    const known = this.posts.get(id)!;
    const text = `${this.name} ${this.count++}`;
    const chance = Math.random();
    if (chance < 0.1) await this.remove(id);
    else if (chance < 0.4)
      await this.write(id, 'published', text, () => this.posts.set(id, { draft: text, published: text }));
    else await this.write(id, 'draft', text, () => (known.draft = text));
  }

  private async create(): Promise<void> {
    const Name = `${this.name} ${this.count++}`;
    const answer = await this.client.ask('POST', '/api/posts?status=draft', { data: { Name } });
    const id = (answer.body as { data?: { documentId?: string } } | null)?.data?.documentId;
    if (answer.status === 201 && id !== undefined) this.posts.set(id, { draft: Name, published: null });
  }

  private async remove(id: string): Promise<void> {
    const { status } = await this.client.ask('DELETE', `/api/posts/${id}`);
    if (status === 204) this.posts.delete(id);
    else await this.learn(id);
  }

  private async write(id: string, layer: string, Name: string, done: () => void): Promise<void> {
    const path = `/api/posts/${id}?status=${layer}`;
    const { status } = await this.client.ask('PUT', path, { data: { Name } });
    if (status === 200) done();
    else await this.learn(id);
  }

  private async learn(id: string): Promise<void> {
    const now = await this.read(id);
    if (now === null) this.posts.delete(id);
    else this.posts.set(id, now);
  }

  private async read(id: string): Promise<Known | null> {
    const [draft, published] = await Promise.all(
      ['draft', 'published'].map((layer) => this.nameIn(id, layer)),
    );
    return draft == null ? null : { draft, published: published ?? null };
  }

  /** Asks again where there is no answer, as a document that is not there is one. */
  private async nameIn(id: string, layer: string): Promise<string | null> {
    for (;;) {
      const { status, body } = await this.client.ask('GET', `/api/posts/${id}?status=${layer}&fields=Name`);
      if (status === 404) return null;
      if (status === 200) return (body as { data: { Name: string } }).data.Name;
      await pause(500);
    }
  }
}
