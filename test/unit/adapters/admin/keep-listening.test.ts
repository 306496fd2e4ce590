import { expect } from 'chai';
import type * as listening from '../../../../src/adapters/delivery/admin/page/session/keep-listening.js';

/** A source that a test opens and breaks. */
class Source extends EventTarget {
  readyState = 0;
  close(): void {
    this.readyState = 2;
  }
  tell(event: 'open' | 'error'): void {
    this.readyState = event === 'open' ? 1 : 0;
    this.dispatchEvent(new Event(event));
  }
}

describe('listening to the server, in the admin page', () => {
  const { document, window } = globalThis;
  let page: typeof listening;
  let sources: Source[] = [];
  let waits: { readonly work: () => void; readonly ms: number }[] = [];

  before(async () => {
    Object.assign(globalThis, {
      document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
      window: {
        setTimeout: (work: () => void, ms: number) => waits.push({ work, ms }),
        clearTimeout: () => undefined,
      },
      EventSource: { CLOSED: 2 },
    });
    page = await import('../../../../src/adapters/delivery/admin/page/session/keep-listening.js');
  });
  after(() => void Object.assign(globalThis, { document, window }));
  beforeEach(() => {
    sources = [];
    waits = [];
  });

  it('waits longer after each time that no server answers, and begins anew once one does', () => {
    const lost = (): void => undefined;
    page.keepListening(() => {
      const source = new Source();
      sources.push(source);
      return source as unknown as EventSource;
    }, lost);
    const pauses: number[] = [];
    const breaks = (): void => {
      sources.at(-1)?.tell('error');
      const next = waits.at(-1);
      pauses.push(next?.ms ?? 0);
      next?.work();
    };
    sources.at(-1)?.tell('open');
    for (let times = 0; times < 7; times += 1) breaks();
    expect(pauses).to.deep.equal([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(sources.slice(0, -1).every(({ readyState }) => readyState === 2)).to.equal(true);
    expect(waits.filter(({ work }) => work === lost)).to.have.length(1);
    sources.at(-1)?.tell('open');
    breaks();
    expect(pauses.at(-1)).to.equal(500);
  });
});
