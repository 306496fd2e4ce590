import { mayWithAll } from '../../../domain/permission/permission.js';
import { ok } from '../../../domain/result.js';
import { areas } from './contract/areas.js';
import {
  ApplyAnswer,
  ApplyBody,
  DropBody,
  LeftoversAnswer,
  PlanAnswer,
  PlanBody,
  TypesAnswer,
} from './contract/type-builder.js';
import { done, replyWith } from './people.js';
import { allOf, route, type Route } from './route.js';

/** The files of content-types and components: read, planned, and in development changed. */
export const typeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'types',
    summary: 'Read the files of content-types and components',
    needs: allOf('find', areas.types),
    gives: TypesAnswer,
    run: ({ types }, { principal }) => replyWith(types.read(principal)),
  }),
  route({
    method: 'POST',
    path: 'types/plan',
    summary: 'Say what edits of the files would change',
    needs: allOf('find', areas.types),
    takes: PlanBody,
    gives: PlanAnswer,
    run: ({ types }, { principal, body }) => replyWith(types.plan(principal, body.edits)),
  }),
  route({
    method: 'POST',
    path: 'types/apply',
    summary: 'Write edits into the files, and serve them',
    about: '409: the files have changed since `revision`.',
    needs: allOf('update', areas.types),
    takes: ApplyBody,
    gives: ApplyAnswer,
    run: ({ types }, { principal, body }) => replyWith(types.apply(principal, body)),
  }),
  route({
    method: 'GET',
    path: 'types/leftovers',
    summary: 'Read what the database has kept of removed content-types and attributes',
    about: 'Counts whole tables.',
    needs: allOf('find', areas.types),
    gives: LeftoversAnswer,
    async run({ types }, { principal }) {
      const found = await types.leftovers(principal);
      if (!found.ok) return found;
      const leftovers = found.value.map(({ name, about = [], values }) => ({ name, about, values }));
      return ok({ data: { leftovers, mayDrop: mayWithAll(principal, 'delete', areas.types) } });
    },
  }),
  route({
    method: 'POST',
    path: 'types/drop',
    summary: 'Remove a leftover with its content, for ever',
    about: '409: it holds more or less values than were shown.',
    needs: allOf('delete', areas.types),
    takes: DropBody,
    run: ({ types }, { principal, body }) => done(types.drop(principal, body)),
  }),
];
