import { failure } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import { err, ok } from '../../../../domain/result.js';
import { areas } from '../contract/areas.js';
import { ContentLocale, LocaleBody, LocaleChange } from '../contract/locales.js';
import { listOf } from '../contract/wire.js';
import { done, idOf, replyWith } from '../people.js';
import { allOf, route, type Route } from '../route.js';

export const localeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'locales',
    summary: 'List the locales of the content',
    needs: allOf('find', areas.locales),
    gives: listOf(ContentLocale),
    run: ({ locales }) => ok({ data: locales.list() }),
  }),
  route({
    method: 'POST',
    path: 'locales',
    summary: 'Add a locale',
    needs: allOf('create', areas.locales),
    takes: LocaleBody,
    gives: ContentLocale,
    status: 201,
    async run({ locales }, { body: { code, name }, principal }) {
      // Adding one that is there would rename it, which is another right.
      if (locales.list().some((one) => one.code === code))
        return err(failure('INPUT.MISMATCH', reason('locale.exists', { code }), { key: 'code' }));
      return replyWith(locales.add(code, name, principal));
    },
  }),
  route({
    method: 'PATCH',
    path: 'locales/:id',
    summary: 'Rename a locale, or make it the default',
    about: '`id` is its code.',
    needs: allOf('update', areas.locales),
    takes: LocaleChange,
    gives: ContentLocale,
    async run({ locales }, call) {
      const code = idOf(call);
      if (!locales.list().some((one) => one.code === code))
        return err(failure('DOCUMENT.NOT_FOUND', reason('locale.none', { code })));
      const { name, isDefault } = call.body;
      const renamed = await locales.add(code, name, call.principal);
      if (!renamed.ok || isDefault === undefined) return replyWith(Promise.resolve(renamed));
      return replyWith(locales.setDefault(code, call.principal));
    },
  }),
  route({
    method: 'DELETE',
    path: 'locales/:id',
    summary: 'Remove a locale without content',
    about: '`id` is its code.',
    needs: allOf('delete', areas.locales),
    run: ({ locales }, call) =>
      done(locales.remove(idOf(call), { withDocuments: false, by: call.principal })),
  }),
];
