import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import express from 'express';
import { createAnswerByCode } from '../../../src/adapters/delivery/rest/app-code/answer-by-code.js';
import { runAroundAll } from '../../../src/adapters/delivery/rest/app-code/run-around-all.js';
import { requestTo } from '../request-to.js';
import type { Context, Next } from './rules-world.js';

const partBytes = 64 * 1024;
const parts = 40;
const filledWith = (letter: string) =>
  (async function* () {
    for (let n = 0; n < parts; n++) yield await Promise.resolve(letter.repeat(partBytes));
  })();

/** A server of one file, with a middleware around it that answers with `res` itself, or not at all. */
function serving(answer: (res: ServerResponse) => unknown) {
  const logged: unknown[] = [];
  const ignore = (): void => {};
  const log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (...said: unknown[]) => void logged.push(said),
  };
  const middleware = async (ctx: Context, next: Next) => {
    ctx.respond = false;
    await next();
    await answer(ctx.res as ServerResponse);
  };
  const app = express();
  const answers = createAnswerByCode({ log, timeoutMs: 5_000 });
  const readAppBody = () => Promise.reject(new Error('not below the prefix'));
  const around = { middlewares: () => [middleware], isTracked: false };
  app.use(runAroundAll(around, { answers, readAppBody, prefix: '/api' }));
  app.get('/file', (_req, res) => {
    res.setHeader('Content-Length', partBytes * parts);
    Readable.from(filledWith('f')).pipe(res);
  });
  const get = async () =>
    (await requestTo(app).get('/file').buffer(true).parse(readText).timeout(4_000).expect(200))
      .body as string;
  return { get, logged };
}

const readText = (res: unknown, done: (error: Error | null, text: string) => void): void => {
  let text = '';
  (res as Readable).on('data', (part: Buffer) => (text += part.toString())).on('end', () => done(null, text));
};

describe('middlewares around a file that is being sent', () => {
  it('replace it if they write to `res` themselves', async () => {
    const { get, logged } = serving((res) => pipeline(filledWith('m'), res));
    expect((await get()) === 'm'.repeat(partBytes * parts)).to.equal(true);
    const { get: getShort } = serving((res) => res.end('mine'));
    expect(await getShort()).to.equal('mine');
    expect(logged).to.deep.equal([]);
  });

  it('let it through if they write nothing', async () => {
    const { get, logged } = serving(() => undefined);
    expect((await get()) === 'f'.repeat(partBytes * parts)).to.equal(true);
    expect(logged).to.deep.equal([]);
  });
});
