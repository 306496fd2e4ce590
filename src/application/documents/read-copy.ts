import { denied, notFound } from '../../domain/failure.js';
import {
  decide,
  decideRead,
  decideTarget,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import type { Layer, Populate, PopulateMember } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  componentOf,
  contentTypeOf,
  isUnique,
  type Attribute,
  type Schema,
  type Shaped,
  type Uid,
} from '../../domain/schema/schema.js';
import { copiedData, isCopied } from './copy-document.js';
import { oneDocument } from './system-query.js';
import type { Documents } from './use-cases.js';

interface Dependencies {
  readonly schema: Schema;
  readonly documents: Pick<Documents, 'findOne'>;
}

export interface CopiedVersion {
  readonly type: Uid;
  readonly documentId: string;
  /** Absent: the default locale. */
  readonly locale?: string;
}

/**
 * Returns the data of a new document with the content of the draft of another one, as far as the principal may read and create
 * it, without unique values. Fails with `POLICY.DENIED` or `DOCUMENT.NOT_FOUND`.
 */
export async function readCopy(
  { schema, documents }: Dependencies,
  principal: Principal,
  { type: uid, documentId, locale }: CopiedVersion,
): Promise<Result<Readonly<Record<string, unknown>>>> {
  const type = contentTypeOf(schema, uid);
  const layer = editedLayer(type);
  const [read, create] = [decideRead(principal, type, layer), decide(principal, 'create', uid)];
  if (read === null || create === null) return err(denied);
  const found = await documents.findOne(principal, {
    ...oneDocument(uid, documentId),
    layer,
    ...(locale !== undefined && { locale }),
    populate: populateOf({ schema, principal, layer }, type, read.fields),
  });
  if (!found.ok) return found;
  const [document] = found.value.answer.documents();
  if (document === undefined) return err(notFound);
  const copied = Object.entries(copiedData(schema, type, document)).filter(
    ([name]) => (create.fields?.has(name) ?? true) && !isUnique(type.attributes.get(name)),
  );
  return ok(Object.fromEntries(copied));
}

interface Reading {
  readonly schema: Schema;
  readonly principal: Principal;
  readonly layer: Layer;
}

/** Components in components beyond this depth have no content of their own here. */
const deepest = 5;

/** `fields` are those that may be read; null: all. A grant names whole components. */
function populateOf(reading: Reading, shaped: Shaped, fields: Permission['fields'], depth = 0): Populate {
  const attributes = [...shaped.attributes.values()].filter(
    (one) => !one.private && isCopied(one) && (fields === null || fields.has(one.name)),
  );
  return { all: false, members: attributes.flatMap((attribute) => membersOf(reading, attribute, depth)) };
}

function membersOf(reading: Reading, attribute: Attribute, depth: number): readonly PopulateMember[] {
  const { schema, principal, layer } = reading;
  const { name } = attribute;
  const inside = (uid: Uid) => ({
    populate: depth < deepest ? populateOf(reading, componentOf(schema, uid), null, depth + 1) : nothing,
  });
  switch (attribute.kind) {
    case 'scalar':
      return [];
    case 'relation': {
      if (decideTarget(principal, schema, attribute, layer) === null) return [];
      const { localized } = contentTypeOf(schema, attribute.target);
      return [{ name, fields: ['documentId', ...(localized ? ['locale'] : [])] }];
    }
    case 'component':
      return [{ name, ...inside(attribute.component) }];
    case 'zone':
      return [{ name, on: attribute.components.map((component) => ({ component, ...inside(component) })) }];
  }
}

const nothing: Populate = { all: false, members: [] };
