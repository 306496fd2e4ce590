import type { Document } from '../../../application/ports/document-store.js';
import { asLinked, seesPrivate, type Principal } from '../../../domain/permission/permission.js';
import { compare } from '../../../domain/query/compare.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type ContentType,
  type Relation,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';
import { valueOf } from '../app-error.js';
import { shownTo, targetsShownTo } from './asker.js';
import type { Core } from './core.js';

type Values = Record<string, unknown>;

/**
 * Takes away what the principal may not see of documents that app code has read: private attributes and passwords,
 * attributes that their grant leaves out, and relations whose target they may not find. Unknown members stay: app code
 * has added them. Without a principal only private attributes and passwords go.
 */
export async function sanitizeOutput(
  core: Core,
  shaped: Shaped,
  data: unknown,
  principal?: Principal,
): Promise<unknown> {
  const hidden = principal && (await hiddenTargets(core, shaped, data, principal));
  const fields =
    principal && core.schema.contentTypes.has(shaped.uid) ? shownTo(principal, shaped.uid).fields : null;
  return each(data, (document) =>
    shown({ schema: core.schema, principal, hidden }, shaped, document, fields),
  );
}

/** Takes private attributes and passwords away, on every level. */
export const withoutPrivate = (schema: Schema, shaped: Shaped, document: Document): Document =>
  shown({ schema, principal: undefined, hidden: undefined }, shaped, document, null) as Document;

interface Showing {
  readonly schema: Schema;
  readonly principal: Principal | undefined;
  /** Documents that a grant with filters does not cover, by content-type and documentId. */
  readonly hidden: ReadonlySet<string> | undefined;
}

function shown(
  showing: Showing,
  shaped: Shaped,
  document: Values,
  fields: ReadonlySet<string> | null,
): Values {
  const left: Values = {};
  for (const [name, value] of Object.entries(document)) {
    const attribute = shaped.attributes.get(name);
    if (attribute === undefined) left[name] = value;
    else if (!isSecret(showing, attribute) && isGranted(attribute, fields)) {
      const member = shownMember(showing, attribute, value);
      if (member !== undefined) left[name] = member;
    }
  }
  return left;
}

const isGranted = (attribute: Attribute, fields: ReadonlySet<string> | null): boolean =>
  fields === null || (attribute.kind === 'scalar' && attribute.system) || fields.has(attribute.name);

const isSecret = ({ principal }: Showing, attribute: Attribute): boolean =>
  (attribute.kind === 'scalar' && attribute.type === 'password') ||
  (attribute.private && (principal === undefined || !seesPrivate(principal)));

/** Undefined: the asker may not find what the relation leads to. */
function shownMember(showing: Showing, attribute: Attribute, value: unknown): unknown {
  const { schema, principal } = showing;
  switch (attribute.kind) {
    case 'relation': {
      const permission = principal && targetsShownTo(principal, attribute);
      if (permission === null) return undefined;
      const target = contentTypeOf(schema, attribute.target);
      return each(withoutHidden(showing, attribute, value), (item) =>
        shown(showing, target, item, permission?.fields ?? null),
      );
    }
    case 'component': {
      const component = componentOf(schema, attribute.component);
      return each(value, (item) => shown(showing, component, item, null));
    }
    case 'zone':
      return each(value, (item) => {
        const component = schema.components.get(String(item['__component']));
        return component === undefined ? item : shown(showing, component, item, null);
      });
    default:
      return value;
  }
}

function withoutHidden({ hidden }: Showing, { target }: Relation, value: unknown): unknown {
  const isHidden = (item: unknown): boolean => hidden?.has(keyOf(target, item)) === true;
  if (Array.isArray(value)) return value.filter((item) => !isHidden(item));
  return isHidden(value) ? null : value;
}

const keyOf = (type: string, item: unknown): string =>
  `${type} ${String((item as Values | null)?.['documentId'])}`;

/** Finds the related documents that a grant with filters does not cover, by reading them with the asker's rights. */
async function hiddenTargets(
  core: Core,
  shaped: Shaped,
  data: unknown,
  principal: Principal,
): Promise<ReadonlySet<string>> {
  const found = new Map<ContentType, Set<string>>();
  collect(core.schema, shaped, data, principal, found);
  const hidden = new Set<string>();
  for (const [type, ids] of found) {
    const { answer } = valueOf(
      await core.documents.find(asLinked(principal), {
        type: type.uid,
        action: 'find',
        fields: ['documentId'],
        filters: compare('documentId', '$in', [...ids]),
        range: { offset: 0, limit: null },
        count: false,
        layer: 'published',
        ...(type.localized && { locale: '*' }),
      }),
    );
    const visible = new Set(answer.documents().map(({ documentId }) => documentId as string));
    for (const id of ids) if (!visible.has(id)) hidden.add(`${type.uid} ${id}`);
  }
  return hidden;
}

/** Collects the related documents in `data` that a grant with filters decides on. */
function collect(
  schema: Schema,
  shaped: Shaped | undefined,
  data: unknown,
  principal: Principal,
  found: Map<ContentType, Set<string>>,
): void {
  if (Array.isArray(data)) return data.forEach((item) => collect(schema, shaped, item, principal, found));
  if (typeof data !== 'object' || data === null || shaped === undefined) return;
  const inside = (into: Shaped | undefined, item: unknown): void =>
    collect(schema, into, item, principal, found);
  for (const [name, value] of Object.entries(data)) {
    const attribute = shaped.attributes.get(name);
    switch (attribute?.kind) {
      case 'relation': {
        const target = contentTypeOf(schema, attribute.target);
        const permission = targetsShownTo(principal, attribute);
        if (permission !== null && permission.filter !== null) addIds(found, target, value);
        inside(target, value);
        break;
      }
      case 'component':
        inside(componentOf(schema, attribute.component), value);
        break;
      case 'zone':
        for (const item of [value].flat() as readonly Values[])
          inside(schema.components.get(String(item?.['__component'])), item);
    }
  }
}

function addIds(found: Map<ContentType, Set<string>>, type: ContentType, value: unknown): void {
  const ids = found.get(type) ?? new Set();
  for (const item of [value].flat()) {
    const { documentId } = (item ?? {}) as Values;
    if (typeof documentId === 'string') found.set(type, ids.add(documentId));
  }
}

/** Applies `show` to one document or to each of a list; other values stay as they are. */
function each(data: unknown, show: (document: Values) => unknown): unknown {
  if (Array.isArray(data)) return data.map((item) => each(item, show));
  const isDocument = typeof data === 'object' && data !== null && !(data instanceof Date);
  return isDocument ? show(data as Values) : data;
}
