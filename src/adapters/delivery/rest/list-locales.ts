import { localeType } from '../../../domain/schema/built-in-uids.js';
import type { Request, RequestHandler, Response } from 'express';
import type { Documents } from '../../../application/documents/documents.js';
import type { Locales } from '../../../application/ports/locales.js';
import type { Query } from '../../../domain/query/query.js';
import type { Authenticate } from './authenticate.js';
import { withCaller } from '../codec/client-address.js';
import type { ServerAction } from './routes/server-action.js';
import { sendFailure, sendMethodNotAllowed, sendText } from './send.js';

export interface ListLocalesDependencies {
  readonly documents: Documents;
  readonly locales: Locales;
}

const everyLocale: Query = {
  type: localeType,
  action: 'find',
  fields: ['name', 'code', 'createdAt', 'updatedAt', 'publishedAt'],
  range: { offset: 0, limit: null },
  count: false,
  layer: 'published',
};

/** Serves `GET /api/i18n/locales`: an array without `data`, as Strapi's i18n plugin answers. Needs `find` on locales. */
export function listLocales(action: ServerAction, authenticate: Authenticate): RequestHandler {
  const answer = async (req: Request, res: Response): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, 'HEAD, GET');
    res.setHeader('Vary', 'Origin, Authorization');
    const principal = await authenticate(req.headers.authorization);
    if (!principal.ok) return sendFailure(res, principal.failure);
    await action({ req, res, principal: withCaller(principal.value, req), params: {}, text: '' });
  };
  return (req, res, next) => void answer(req, res).catch(next);
}

export const listLocalesAction =
  ({ documents, locales }: ListLocalesDependencies): ServerAction =>
  async ({ res, principal }) => {
    const found = await documents.find(principal, everyLocale);
    if (!found.ok) return sendFailure(res, found.failure);
    const listed = found.value.answer
      .documents()
      .map((document) => ({ ...document, isDefault: document['code'] === locales.default }));
    sendText(res, 200, JSON.stringify(listed));
  };
