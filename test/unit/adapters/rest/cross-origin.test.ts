import { expect } from 'chai';
import type { Request } from 'express';
import {
  mayUseCookies,
  type CorsOptions,
} from '../../../../src/adapters/delivery/rest/middlewares/cross-origin.js';

describe('cookies for pages of other origins', () => {
  const shop = 'https://shop.example';
  const may = (origins: CorsOptions['origins'], origin?: string, credentials = true) =>
    mayUseCookies({ origins, credentials }, { headers: { origin } } as Request);

  it('are for origins that are named, in a list or by a function', async () => {
    for (const origins of [[shop], () => shop, () => Promise.resolve([shop])]) {
      expect(await may(origins, shop)).to.equal(true);
      for (const other of ['https://shop.example:444', 'http://shop.example', 'null', undefined])
        expect(await may(origins, other), other).to.equal(false);
    }
  });

  it('are for no other origin where any origin is allowed, nor without credentials', async () => {
    for (const origins of [null, () => '*', () => undefined])
      expect(await may(origins, shop)).to.equal(false);
    expect(await may([shop], shop, false)).to.equal(false);
  });
});
