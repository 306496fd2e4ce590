import { createHash } from 'node:crypto';
import { notFound } from '../../../domain/failure.js';
import { actions, decide, type Action, type Principal } from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
import {
  contentTypeOf,
  type Attribute,
  type ContentType,
  type Schema,
} from '../../../domain/schema/schema.js';
import type { AdminDependencies, Call, Reply, Route } from './call.js';
import { areas, type Right, type Rights, type Start } from './contract/start.js';
import type { WireSchema, WireType } from './contract/types.js';
import { labelOf } from './documents/labels.js';
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

/** The attributes that some grant of the principal covers. Private ones are never shown. */
export function visibleAttributes(principal: Principal, type: ContentType): readonly Attribute[] {
  const permissions = actions
    .map((action) => decide(principal, action, type.uid))
    .filter((one) => one !== null);
  return [...type.attributes.values()].filter(
    (attribute) =>
      (!attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')) &&
      (isSystemField(attribute) ||
        permissions.some(({ fields }) => fields === null || fields.has(attribute.name))),
  );
}

const isSystemField = (attribute: Attribute): boolean => attribute.kind === 'scalar' && attribute.system;

/** The shapes that the administrator may see, with a hash that names exactly these. */
export function wireSchema(schema: Schema, principal: Principal): WireSchema {
  const types: WireType[] = Object.keys(rightsOf(schema, principal))
    .filter((uid) => schema.contentTypes.has(uid))
    .map((uid) => {
      const type = contentTypeOf(schema, uid);
      return { ...type, attributes: visibleAttributes(principal, type), label: labelOf(type, null) };
    });
  const components = [...schema.components.values()].map((component) => ({
    ...component,
    attributes: [...component.attributes.values()].filter((attribute) => !attribute.private),
  }));
  const shown = { types, components, defaultLocale: schema.defaultLocale };
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32);
  return { hash, ...shown };
}

async function start(
  { schema, locales, options, providers, views, previews }: AdminDependencies,
  { me, principal, csrf }: Call,
): Promise<Result<Reply>> {
  const shown = await views.list(principal);
  if (!shown.ok) return shown;
  const { documentId, name, email, role, hasSecondFactor } = me.administrator;
  const rights = rightsOf(schema, principal);
  const data: Start = {
    administrator: {
      documentId,
      name,
      email,
      role,
      hasSecondFactor,
      provider: providers.names.find((one) => one === me.administrator.provider) ?? null,
    },
    seesAs: me.seesAs,
    csrf,
    schema: wireSchema(schema, principal).hash,
    rights,
    previews: Object.keys(rights).filter((uid) => previews.use?.isOffered(uid) === true),
    locales: locales.list(),
    views: presentViews(schema, principal, shown.value),
    environment: options.environment,
    version: options.version,
    apiPrefix: options.apiPrefix,
  };
  return ok({ data });
}

export const schemaRoutes: readonly Route[] = [
  { method: 'GET', path: 'start', isOwn: true, run: start },
  {
    method: 'GET',
    path: 'schema/:hash',
    isOwn: true,
    run({ schema }, { principal, params }) {
      const shown = wireSchema(schema, principal);
      return shown.hash === params['hash'] ? ok({ data: shown, isImmutable: true }) : err(notFound);
    },
  },
];
