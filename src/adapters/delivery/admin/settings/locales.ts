import * as t from 'io-ts';
import { failure } from '../../../../domain/failure.js';
import { err, ok } from '../../../../domain/result.js';
import { localeType } from '../../../../domain/schema/built-in-uids.js';
import type { Route } from '../call.js';
import { decodeBody } from '../decode-body.js';
import { done, idOf, replyWith } from '../people.js';
import { needs } from './needs.js';

const Locale = t.exact(t.intersection([t.type({ code: t.string }), t.partial({ name: t.string })]));
const Change = t.exact(t.partial({ name: t.string, isDefault: t.literal(true) }));

export const localeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'locales',
    run: needs(localeType, 'find', ({ locales }) => ok({ data: locales.list() })),
  },
  {
    method: 'POST',
    path: 'locales',
    run: needs(localeType, 'create', async ({ locales }, { body, principal }) => {
      const asked = decodeBody(Locale, body);
      if (!asked.ok) return asked;
      const { code, name } = asked.value;
      // Adding one that is there would rename it, which is another right.
      if (locales.list().some((one) => one.code === code))
        return err(failure('INPUT.MISMATCH', `There is a locale "${code}" already`, { key: 'code' }));
      return replyWith(locales.add(code, name, principal), 201);
    }),
  },
  {
    method: 'PATCH',
    path: 'locales/:id',
    run: needs(localeType, 'update', async ({ locales }, call) => {
      const asked = decodeBody(Change, call.body);
      if (!asked.ok) return asked;
      const code = idOf(call);
      if (!locales.list().some((one) => one.code === code))
        return err(failure('DOCUMENT.NOT_FOUND', `There is no locale "${code}"`));
      const { name, isDefault } = asked.value;
      const renamed = await locales.add(code, name, call.principal);
      if (!renamed.ok || isDefault === undefined) return replyWith(Promise.resolve(renamed));
      return replyWith(locales.setDefault(code, call.principal));
    }),
  },
  {
    method: 'DELETE',
    path: 'locales/:id',
    run: needs(localeType, 'delete', ({ locales }, call) =>
      done(locales.remove(idOf(call), { withDocuments: false, by: call.principal })),
    ),
  },
];
