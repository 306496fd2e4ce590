import { resolve } from 'node:path';
import { ok } from '../../../domain/result.js';
import { command, flag } from './command.js';
import { noted, printed } from './outcome.js';

export const typesCommand = command({
  name: 'types',
  options: { check: flag, out: { value: 'DIR' } },
  summary: 'write the types of the content-types for TypeScript, or only check them',
  page: 'types',
  read(_, { check, out }) {
    if (out === '') return '--out is empty';
    return async ({ app, types }) => {
      const stale = await types({ app, isCheck: check, ...(out !== undefined && { folder: resolve(out) }) });
      if (!stale.ok) return stale;
      if (stale.value.length === 0) return noted('The types are up to date.');
      const listed = printed(stale.value.join('\n'));
      if (!check || !listed.ok) return listed;
      return ok({ ...listed.value, note: 'These are out of date: run quire types.', done: false });
    };
  },
});
