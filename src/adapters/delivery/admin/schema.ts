import { createHash } from 'node:crypto';
import { labelOf } from '../../../domain/document/label-of.js';
import { openJobStates } from '../../../application/bulk-jobs/bulk-job.js';
import { mostOpenJobs } from '../../../application/bulk-jobs/create-bulk-jobs.js';
import { notFound } from '../../../domain/failure.js';
import { actions, decide, type Action, type Principal } from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
import {
  contentTypeOf,
  type Attribute,
  type ContentType,
  type Schema,
  type Shaped,
  type Uid,
} from '../../../domain/schema/schema.js';
import { flatListOf } from '../codec/flat-type-names.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import { areas } from './contract/areas.js';
import { fittingPreferences } from './contract/preferences.js';
import { Start, type Right, type Rights } from './contract/start.js';
import { SchemaAnswer, type WireSchema, type WireType } from './contract/types.js';
import { isSecure } from './cookies.js';
import { readableLocales } from './documents/readable-locales.js';
import { visibleLayout, withDecidable } from './layouts.js';
import { route, type Route } from './route.js';
import { presentViews } from './views.js';

/** The types of the app, and those that are areas of the settings. */
export function rightsOf(schema: Schema, principal: Principal): Rights {
  const types = [...schema.contentTypes.values()].filter(({ exposed }) => exposed).map(({ uid }) => uid);
  const rights: Record<string, Partial<Record<Action, Right>>> = {};
  for (const uid of [...types, ...Object.values(areas)]) {
    const held: Partial<Record<Action, Right>> = {};
    for (const action of actions) {
      const permission = decide(principal, action, uid);
      if (permission === null) continue;
      const fields = permission.fields === null ? null : [...permission.fields];
      held[action] = { fields, rows: permission.filter === null ? 'all' : 'some' };
    }
    if (Object.keys(held).length > 0) rights[uid] = held;
  }
  return rights;
}

/** Private attributes are never shown; passwords are, to be set anew. */
const isShown = (attribute: Attribute): boolean =>
  !attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password');

/** The actions whose grants name the attributes that one reads or writes; those of others concern whole documents. */
const showing = ['find', 'findOne', 'findDrafts', 'create', 'update'] as const;

/** The attributes that the principal may read or write. */
export function visibleAttributes(principal: Principal, type: ContentType): readonly Attribute[] {
  const permissions = showing
    .map((action) => decide(principal, action, type.uid))
    .filter((one) => one !== null);
  return [...type.attributes.values()].filter(
    (attribute) =>
      isShown(attribute) &&
      (isSystemField(attribute) ||
        permissions.some(({ fields }) => fields === null || fields.has(attribute.name))),
  );
}

const isSystemField = (attribute: Attribute): boolean => attribute.kind === 'scalar' && attribute.system;

const visibleTypes = (schema: Schema, principal: Principal): readonly ContentType[] =>
  Object.keys(rightsOf(schema, principal))
    .filter((uid) => schema.contentTypes.has(uid))
    .map((uid) => contentTypeOf(schema, uid));

/** The shapes that the administrator may see, with a hash that names exactly these. */
export function wireSchema(schema: Schema, principal: Principal): WireSchema {
  const shownOf = new Map(
    visibleTypes(schema, principal).map((type) => [type, visibleAttributes(principal, type)]),
  );
  const visibleIn = (uid: Uid): readonly Attribute[] | undefined => {
    const type = schema.contentTypes.get(uid);
    return type && shownOf.get(type);
  };
  const shaped = <T extends Shaped>(shape: T, attributes: readonly Attribute[]) => ({
    ...shape,
    attributes: withDecidable(attributes),
    ...(shape.layout && { layout: visibleLayout(shape.layout, attributes, visibleIn) }),
  });
  const types = [...shownOf].map(([type, attributes]): WireType => ({
    ...shaped(type, attributes),
    label: labelOf(type, new Set(attributes.map(({ name }) => name))),
    graphqlList: flatListOf(type),
  }));
  const components = [...schema.components.values()].map((component) =>
    shaped(component, [...component.attributes.values()].filter(isShown)),
  );
  const shown = { types, components, defaultLocale: schema.defaultLocale };
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32);
  return { hash, ...shown };
}

async function start(
  dependencies: AdminDependencies,
  { me, principal, csrf }: Call,
): Promise<Result<Reply<Start>>> {
  const { administration, schema, locales, options, providers, views, previews, bulkJobs } = dependencies;
  const shown = await views.list(principal);
  if (!shown.ok) return shown;
  const jobs = await bulkJobs.list(principal, { isOwn: true, state: openJobStates, limit: mostOpenJobs });
  if (!jobs.ok) return jobs;
  const preferences = await administration.preferences(principal);
  if (!preferences.ok) return preferences;
  const { documentId, name, email, role, hasSecondFactor, hasPassword } = me.administrator;
  const rights = rightsOf(schema, principal);
  const data: Start = {
    administrator: {
      documentId,
      name,
      email,
      role,
      hasSecondFactor,
      hasPassword,
      provider: providers.names.find((one) => one === me.administrator.provider) ?? null,
      isProven: me.isProven,
    },
    seesAs: me.seesAs,
    csrf,
    schema: wireSchema(schema, principal).hash,
    rights,
    bulkJobs: [...new Set(jobs.value.map(({ change }) => change.type))],
    previews: Object.keys(rights).filter((uid) => previews.use?.isOffered(uid) === true),
    locales: locales.list(),
    readableLocales: Object.fromEntries(
      visibleTypes(schema, principal)
        .filter(({ localized }) => localized)
        .map((type) => [type.uid, readableLocales(dependencies, principal, type)]),
    ),
    views: presentViews(schema, principal, shown.value),
    environment: options.shownEnvironment,
    preferences: fittingPreferences(preferences.value),
    version: options.version,
    apiPrefix: options.apiPrefix,
  };
  return ok({ data });
}

/** Describes this API with the content-types that the administrator may see, and the attributes that they may see of them. */
function describeApi(
  { schema, options, describe }: AdminDependencies,
  { principal, req }: Call,
): Result<Reply<undefined>> {
  const types = visibleTypes(schema, principal).map((type) => ({
    ...type,
    attributes: new Map(visibleAttributes(principal, type).map((one) => [one.name, one])),
  }));
  return ok({ text: describe({ types, isSecure: isSecure(req, options) }) });
}

export const schemaRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'start',
    summary: 'Read all that the page needs before its first screen',
    needs: null,
    gives: Start,
    run: start,
  }),
  route({
    method: 'GET',
    path: 'openapi.json',
    summary: 'Read this description',
    about: 'It has the content-types and attributes that the administrator may see.',
    needs: null,
    answers: 'document',
    run: describeApi,
  }),
  route({
    method: 'GET',
    path: 'schema/:hash',
    summary: 'Read the content-types and components that the administrator may see anything of',
    about: '`schema` of `GET start` is their hash. The answer never changes.',
    needs: null,
    gives: SchemaAnswer,
    run({ schema }, { principal, params }) {
      const shown = wireSchema(schema, principal);
      return shown.hash === params['hash'] ? ok({ data: shown, isImmutable: true }) : err(notFound);
    },
  }),
];
