import { expect } from 'chai';
import type { Credentials, GraphqlAnswer, ServedApp } from '../http/served-app.js';

/** Asks a served app in the flat format, by default with these credentials. Both are there once the app is served. */
export function asking(served: () => { readonly world: ServedApp; readonly admin: Credentials }) {
  const ask = (query: string, variables?: object, who = served().admin): Promise<GraphqlAnswer> =>
    served().world.graphql(who, query, variables, 'v5');
  return {
    ask,
    // Tests read answers without types.
    // oxlint-disable-next-line no-explicit-any
    async answered(query: string, variables?: object, who?: Credentials): Promise<any> {
      const { data, errors } = await ask(query, variables, who);
      expect(errors, JSON.stringify(errors)).to.equal(undefined);
      return data;
    },
    /** The name of the first error, else its message; `none` without one. */
    async errorOf(...asked: Parameters<typeof ask>): Promise<string> {
      const { errors } = await ask(...asked);
      return errors?.[0]?.extensions.error?.name ?? errors?.[0]?.message ?? 'none';
    },
  };
}
