import { denied } from '../../../domain/failure.js';
import { mayWithAll } from '../../../domain/permission/permission.js';
import { err, ok } from '../../../domain/result.js';
import type { Route } from './call.js';
import { areas } from './contract/start.js';
import {
  ApplyBody,
  DropBody,
  PlanBody,
  type ApplyAnswer,
  type LeftoversAnswer,
  type PlanAnswer,
  type TypesAnswer,
} from './contract/type-builder.js';
import { decodeBody } from './decode-body.js';
import { replyWith } from './people.js';

/** The files of content-types and components: read, planned, and in development changed. */
export const typeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'types',
    run: ({ types }, { principal }) => replyWith<TypesAnswer>(types.read(principal)),
  },
  {
    method: 'POST',
    path: 'types/plan',
    run({ types }, { principal, body }) {
      // Who may not see the files does not learn how a request is decoded either.
      if (!mayWithAll(principal, 'find', areas.types)) return err(denied);
      const asked = decodeBody(PlanBody, body);
      return asked.ok ? replyWith<PlanAnswer>(types.plan(principal, asked.value.edits)) : asked;
    },
  },
  {
    method: 'POST',
    path: 'types/apply',
    run({ types }, { principal, body }) {
      if (!mayWithAll(principal, 'update', areas.types)) return err(denied);
      const asked = decodeBody(ApplyBody, body);
      return asked.ok ? replyWith<ApplyAnswer>(types.apply(principal, asked.value)) : asked;
    },
  },
  {
    method: 'GET',
    path: 'types/leftovers',
    async run({ types }, { principal }) {
      const found = await types.leftovers(principal);
      if (!found.ok) return found;
      const leftovers = found.value.map(({ name, about = [], values }) => ({ name, about, values }));
      const data: LeftoversAnswer = { leftovers, mayDrop: mayWithAll(principal, 'delete', areas.types) };
      return ok({ data });
    },
  },
  {
    method: 'POST',
    path: 'types/drop',
    async run({ types }, { principal, body }) {
      if (!mayWithAll(principal, 'delete', areas.types)) return err(denied);
      const asked = decodeBody(DropBody, body);
      if (!asked.ok) return asked;
      const dropped = await types.drop(principal, asked.value);
      return dropped.ok ? ok({}) : dropped;
    },
  },
];
