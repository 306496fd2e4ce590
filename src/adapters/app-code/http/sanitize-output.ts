import type { Document } from '../../../application/ports/document-store.js';
import { nobody, type Principal } from '../../../domain/permission/permission.js';
import { isVisible } from '../../../domain/plan/planning-scope.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Relation,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';
import { shownTo } from './asker.js';
import type { Core } from './core.js';
import { hiddenTargets, isDraftOf, judgeTarget, keyOf, type Judged } from './hidden-targets.js';

type Values = Record<string, unknown>;

/**
 * Takes away what the principal may not see of documents that app code has read: private attributes and passwords,
 * attributes that their grant leaves out, and relations whose target they may not find. Unknown members stay: app code
 * has added them. Without a principal only private attributes and passwords go. `isDraft` decides about documents of which
 * nothing else says whether they are drafts.
 */
export async function sanitizeOutput(
  core: Core,
  shaped: Shaped,
  data: unknown,
  principal: Principal | undefined,
  isDraft: boolean,
): Promise<unknown> {
  const hidden = principal && (await hiddenTargets(core, shaped, data, principal, isDraft));
  const type = core.schema.contentTypes.get(shaped.uid);
  return each(data, (document) => {
    const here = { schema: core.schema, principal, hidden, isDraft: isDraftOf(shaped, document, isDraft) };
    const fields = principal && type ? shownTo(principal, type, here.isDraft).fields : null;
    return shown(here, shaped, document, fields);
  });
}

/** Takes private attributes and passwords away, on every level. */
export const withoutPrivate = (schema: Schema, shaped: Shaped, document: Document): Document =>
  shown(
    { schema, principal: undefined, hidden: undefined, isDraft: false },
    shaped,
    document,
    null,
  ) as Document;

interface Showing {
  readonly schema: Schema;
  readonly principal: Principal | undefined;
  /** Documents that a grant with filters does not cover. */
  readonly hidden: ReadonlySet<string> | undefined;
  readonly isDraft: boolean;
}

function shown(
  showing: Showing,
  shaped: Shaped,
  document: Values,
  fields: ReadonlySet<string> | null,
): Values {
  const { principal = nobody } = showing;
  const left: Values = {};
  for (const [name, value] of Object.entries(document)) {
    const attribute = shaped.attributes.get(name);
    if (attribute === undefined) left[name] = value;
    else if (isVisible({ principal, shaped, fields }, attribute)) {
      const member = shownMember(showing, attribute, value);
      if (member !== undefined) left[name] = member;
    }
  }
  return left;
}

/** Undefined: the asker may not find what the relation leads to. */
function shownMember(showing: Showing, attribute: Attribute, value: unknown): unknown {
  const { schema } = showing;
  switch (attribute.kind) {
    case 'relation':
      return shownTargets(showing, attribute, value);
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

function shownTargets(showing: Showing, relation: Relation, value: unknown): unknown {
  const { schema, principal, hidden } = showing;
  const target = contentTypeOf(schema, relation.target);
  const judge = (item: unknown): Judged => judgeTarget(principal, relation, target, item, showing.isDraft);
  const isMany = Array.isArray(value);
  if (isMany && value.length === 0) return judge(value).permission === null ? undefined : value;
  const items = (isMany ? value : [value]).map((item: unknown) => ({ item, judged: judge(item) }));
  if (items.every(({ judged }) => judged.permission === null)) return undefined;
  const left = items
    .filter(
      ({ item, judged }) => judged.permission !== null && hidden?.has(keyOf(target, judged, item)) !== true,
    )
    .map(({ item, judged: { isDraft, permission } }) =>
      each(item, (document) => shown({ ...showing, isDraft }, target, document, permission?.fields ?? null)),
    );
  if (isMany) return left;
  return left.length === 0 ? null : left[0];
}

/** Applies `show` to one document or to each of a list; other values stay as they are. */
function each(data: unknown, show: (document: Values) => unknown): unknown {
  if (Array.isArray(data)) return data.map((item) => each(item, show));
  const isDocument = typeof data === 'object' && data !== null && !(data instanceof Date);
  return isDocument ? show(data as Values) : data;
}
