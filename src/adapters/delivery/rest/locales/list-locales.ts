import type { RequestHandler } from 'express';
import type { Documents } from '../../../../application/documents/documents.js';
import type { LocaleService } from '../../../../application/locales/create-locales.js';
import { denied } from '../../../../domain/failure.js';
import { decide, systemPrincipal } from '../../../../domain/permission/permission.js';
import { failureResponse } from '../failure-response.js';
import type { Authenticate } from '../create-type-handler.js';
import { sendError, sendMethodNotAllowed, sendText } from '../send.js';

export interface ListLocalesDependencies {
  readonly documents: Documents;
  readonly locales: LocaleService;
  readonly authenticate: Authenticate;
}

const type = 'plugin::i18n.locale';

/** `GET /api/i18n/locales`: a bare array, as clients of the i18n plugin know it. Permission: `find` on the type. */
export function listLocales({ documents, locales, authenticate }: ListLocalesDependencies): RequestHandler {
  return (req, res, next) => {
    const answer = async (): Promise<void> => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return sendMethodNotAllowed(res, 'HEAD, GET');
      res.setHeader('Vary', 'Origin, Authorization');
      const principal = await authenticate(req.headers.authorization);
      if (!principal.ok) return sendError(res, failureResponse(principal.failure));
      if (!decide(principal.value, 'find', type)) return sendError(res, failureResponse(denied));
      const found = await documents.find(systemPrincipal, {
        type,
        action: 'find',
        fields: ['name', 'code', 'createdAt', 'updatedAt', 'publishedAt'],
        range: { offset: 0, limit: null },
        count: false,
        layer: 'published',
      });
      if (!found.ok) return sendError(res, failureResponse(found.failure));
      const listed = found.value.answer
        .documents()
        .map((document) => ({ ...document, isDefault: document['code'] === locales.default }));
      sendText(res, 200, JSON.stringify(listed));
    };
    answer().catch(next);
  };
}
