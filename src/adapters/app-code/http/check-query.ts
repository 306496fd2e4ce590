import { mayUse } from '../../../application/access/rules/access-rule.js';
import { defaultLimits } from '../../../application/documents/limits.js';
import type { Failure } from '../../../domain/failure.js';
import type { Action, Principal } from '../../../domain/permission/permission.js';
import { mayFilterByPublication } from '../../../domain/plan/plan-publication.js';
import { deniedRead, permissionFor, planPermitted } from '../../../domain/plan/plan-read.js';
import type { Query } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { decodeQuery } from '../../delivery/codec/decode-query.js';
import { decodePagination, rangeOf } from '../../delivery/codec/pagination.js';
import { AppError, valueOf } from '../app-error.js';
import { paramsOf } from '../read-document-params.js';
import { asksDrafts, isReading, shownTo } from './asker.js';
import type { Core } from './core.js';
import { visiblePopulate } from './sanitize-populate.js';

type Params = Record<string, unknown>;

/** Who asks for what. */
export interface Asking {
  readonly asker: Principal;
  /** Writes take the same parameters for their answers. */
  readonly action: Action;
  /** Whether it is a core action that runs: a grant to find drafts alone lets nobody read what is published. */
  readonly isCore?: boolean;
}

/** Throws what REST would refuse: by planning the query with the rights and the budget of who asks. */
export const checkQuery = (core: Core, type: ContentType, query: unknown, asking: Asking): void =>
  void valueOf(planned(core, type, query, asking));

function planned(core: Core, type: ContentType, query: unknown, asking: Asking): Result<unknown> {
  const { asker, action, isCore = false } = asking;
  const { schema, paging, budget } = core;
  const params = paramsOf(query ?? {});
  // Pages that are wrong are the service's to refuse.
  const asked = decodePagination({ pagination: params['pagination'] ?? null }, paging);
  const page = asked.ok ? rangeOf(asked.value) : { offset: 0, limit: paging.defaultLimit };
  const isOfOne = action !== 'find';
  // One document costs less than a page.
  const range = isOfOne || type.kind === 'singleType' ? { offset: 0, limit: 1 } : page;
  const reading = isOfOne && type.kind !== 'singleType' ? 'findOne' : 'find';
  const decoded = decodeQuery({ type: type.uid, action: reading, range, count: false }, params);
  if (!decoded.ok) return decoded;
  const granted = permissionFor(schema, decoded.value, asker);
  const isDenied =
    showsDrafts(asker, type, decoded.value) || (isCore && mayUse(asker, { type: type.uid, action }));
  if (isReading(action) && granted === null && isDenied) return err(deniedRead(schema, decoded.value, asker));
  // What is only checked is not spent.
  const { spending: _spending, ...planning } = asker;
  const permission = granted ?? shownTo(asker, type);
  const plan = planPermitted(schema, decoded.value, planning, permission, defaultLimits, budget?.());
  return plan.ok ? ok(null) : plan;
}

const showsDrafts = (asker: Principal, type: ContentType, { layer, publication }: Query): boolean =>
  type.draftAndPublish && (layer !== 'published' || !mayFilterByPublication(asker, type, layer, publication));

/** How many refused keys are taken out. Each takes a plan of its own, so a request with more of them is refused. */
const maxRepairs = 20;

/**
 * Takes unknown and forbidden keys out of `filters`, `sort`, `fields` and `populate`: those that a plan with the rights
 * of who asks refuses. All other keys stay. Throws what else the plan refuses.
 */
export function sanitizeQuery(core: Core, type: ContentType, query: unknown, asking: Asking): Params {
  const left = structuredClone({ ...((query ?? {}) as Params) });
  for (let repairs = 0; ; repairs += 1) {
    const plan = planned(core, type, left, asking);
    if (plan.ok) return withVisiblePopulate(core, type, left, asking.asker);
    if (repairs === maxRepairs || !repair(left, plan.failure)) throw new AppError(plan.failure);
  }
}

/** Takes out what a plan refuses. Returns false if that is no key of these parameters. */
function repair(query: Params, { code, details = {} }: Failure): boolean {
  const { key, path, param } = details;
  if (typeof param !== 'string' || !searched.has(param)) return false;
  if (param === 'filters') {
    // Code may have added filters of its own, so nothing else goes.
    const place = typeof path === 'string' ? path.split('.') : [];
    const within = place.at(-1) === key ? [place, place.slice(0, -1)] : [place];
    return code === 'QUERY.INVALID_KEY' && within.some((one) => takeOutAt(query[param], one, String(key)));
  }
  if (!takeOut(query, param, String(key))) delete query[param];
  return true;
}

/** Removes a key wherever a path of attributes leads, through all operators. Returns whether it was there. */
function takeOutAt(filter: unknown, path: readonly string[], key: string): boolean {
  if (Array.isArray(filter)) return filter.filter((part) => takeOutAt(part, path, key)).length > 0;
  if (typeof filter !== 'object' || filter === null) return false;
  const holder = filter as Params;
  const [next, ...rest] = path;
  const isHere = next === undefined && Object.hasOwn(holder, key) && delete holder[key];
  const inside = Object.entries(holder).filter(([name, part]) =>
    name === next ? takeOutAt(part, rest, key) : name.startsWith('$') && takeOutAt(part, path, key),
  );
  return isHere || inside.length > 0;
}

function withVisiblePopulate(core: Core, type: ContentType, query: Params, asker: Principal): Params {
  const { populate, ...rest } = query;
  if (populate === undefined) return query;
  const populating = { schema: core.schema, asker, isDraft: asksDrafts(query) };
  const left = visiblePopulate(populating, type, populate);
  return left === '' ? rest : { ...rest, populate: left };
}

const searched = new Set(['filters', 'sort', 'fields', 'populate']);

/** Removes a key, or a text that names it, from a parameter. Returns whether it was there. */
function takeOut(query: Params, param: string, key: string): boolean {
  const value = query[param];
  if (typeof value === 'string') {
    const names = value.split(',');
    const left = names.filter((name) => !namesKey(name, key));
    if (left.length === 0) delete query[param];
    else query[param] = left.join(',');
    return left.length < names.length;
  }
  return takeOutOf(value, key);
}

function takeOutOf(value: unknown, key: string): boolean {
  if (Array.isArray(value)) {
    const at = value.findIndex((item) => typeof item === 'string' && namesKey(item, key));
    if (at === -1) return value.some((item) => takeOutOf(item, key));
    value.splice(at, 1);
    return true;
  }
  if (typeof value !== 'object' || value === null) return false;
  const holder = value as Params;
  if (Object.hasOwn(holder, key)) return delete holder[key];
  return Object.keys(holder).some((name) => takeOut(holder, name, key) && holder[name] !== value);
}

/** Whether `author.name:desc` names `author` or `name`. */
const namesKey = (text: string, key: string): boolean =>
  text.trim().split(':')[0]?.split('.').includes(key) === true;
