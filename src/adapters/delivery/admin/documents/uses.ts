import { denied } from '../../../../domain/failure.js';
import { decide, decideRead, type Principal } from '../../../../domain/permission/permission.js';
import { layersOf } from '../../../../domain/plan/change.js';
import { equals } from '../../../../domain/query/compare.js';
import type { Filter, Layer } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { fileType } from '../../../../domain/schema/built-in-uids.js';
import {
  componentOf,
  isSystem,
  type Attribute,
  type ContentType,
  type Schema,
  type Shaped,
  type Uid,
} from '../../../../domain/schema/schema.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { Use, Uses } from '../contract/links.js';
import { idOf } from '../people.js';
import { addressIn, readEntry } from './entry.js';
import { fieldsOf, labelled } from './labels.js';

/** How many entries are named. */
const most = 10;

/** Components in components beyond this depth are not searched. */
const deepest = 5;

/** Where links are inside of a type: paths of attributes, as filters have them. */
interface Places {
  readonly paths: readonly (readonly string[])[];
  readonly hasZones: boolean;
}

/** Lists the entries with a file. */
export async function listFileUses(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<Uses>>> {
  const { principal } = call;
  if (decide(principal, 'find', fileType) === null) return err(denied);
  const documentId = idOf(call);
  const range = { offset: 0, limit: 1 };
  const file = await dependencies.media.findOne(principal, documentId, {
    range,
    count: false,
    layer: 'published',
  });
  return file.ok ? usesOf(dependencies, principal, { target: fileType, documentId }) : file;
}

/** Lists the entries that link to a document. */
export async function listUses(dependencies: AdminDependencies, call: Call): Promise<Result<Reply<Uses>>> {
  const address = addressIn(dependencies.schema, call);
  if (!address.ok) return address;
  const entry = await readEntry(dependencies, call.principal, address.value);
  if (!entry.ok) return entry;
  const { documentId } = entry.value;
  return usesOf(dependencies, call.principal, { target: address.value.type.uid, documentId });
}

interface Used {
  readonly target: Uid;
  readonly documentId: string;
}

/** Finds the drafts and published versions with a link to a document, one query for each type and layer. */
async function usesOf(
  dependencies: AdminDependencies,
  principal: Principal,
  { target, documentId }: Used,
): Promise<Result<Reply<Uses>>> {
  const { schema } = dependencies;
  const uses = new Map<string, Use>();
  let isPartial = false;
  for (const type of schema.contentTypes.values()) {
    if (!type.exposed) continue;
    for (const layer of layersOf(type)) {
      const places = placesFor({ schema, target }, principal, type, layer);
      isPartial ||= places.hasZones;
      const found = await usesIn(dependencies, principal, { type, layer, places, documentId });
      if (!found.ok) return found;
      for (const use of found.value) uses.set(`${use.type} ${use.documentId} ${use.locale}`, use);
    }
  }
  const entries = [...uses.values()];
  const data: Uses = { entries: entries.slice(0, most), hasMore: entries.length > most, isPartial };
  return ok({ data });
}

interface Searching {
  readonly schema: Schema;
  /** The type of the document whose uses are looked for. */
  readonly target: Uid;
}

function placesFor(searching: Searching, principal: Principal, type: ContentType, layer: Layer): Places {
  const permission = decideRead(principal, type, layer);
  if (permission === null) return { paths: [], hasZones: false };
  const { fields } = permission;
  return placesIn(searching, type, (one) => isSystem(one) || (fields?.has(one.name) ?? true));
}

function placesIn(
  searching: Searching,
  { attributes }: Shaped,
  isShown: (attribute: Attribute) => boolean,
  depth = 0,
): Places {
  const found = [...attributes.values()]
    .filter((one) => !one.private && isShown(one))
    .map((attribute): Places => {
      const { name, kind } = attribute;
      if (kind === 'relation') {
        const isLink = attribute.target === searching.target && attribute.place.kind !== 'translations';
        return { paths: isLink ? [[name]] : [], hasZones: false };
      }
      if (kind === 'scalar' || depth === deepest) return { paths: [], hasZones: false };
      const inside = (uid: string) =>
        placesIn(searching, componentOf(searching.schema, uid), () => true, depth + 1);
      if (kind === 'zone') {
        const zones = attribute.components.map(inside);
        return { paths: [], hasZones: zones.some(({ paths, hasZones }) => hasZones || paths.length > 0) };
      }
      const { paths, hasZones } = inside(attribute.component);
      return { paths: paths.map((path) => [name, ...path]), hasZones };
    });
  return {
    paths: found.flatMap(({ paths }) => paths),
    hasZones: found.some(({ hasZones }) => hasZones),
  };
}

interface Searched {
  readonly type: ContentType;
  readonly layer: Layer;
  readonly places: Places;
  readonly documentId: string;
}

async function usesIn(
  { documents }: AdminDependencies,
  principal: Principal,
  { type, layer, places, documentId }: Searched,
): Promise<Result<readonly Use[]>> {
  if (places.paths.length === 0) return ok([]);
  const filters = places.paths.map((path) =>
    path.reduceRight<Filter>(
      (filter, key) => ({ kind: 'at', key, filter }),
      equals('documentId', documentId),
    ),
  );
  const permission = decideRead(principal, type, layer);
  const found = await documents.find(principal, {
    type: type.uid,
    action: 'find',
    range: { offset: 0, limit: most + 1 },
    count: false,
    layer,
    fields: fieldsOf(type, permission?.fields ?? null),
    filters: { kind: 'or', filters },
    ...(type.localized && { locale: '*' }),
  });
  if (!found.ok) return found;
  return ok(
    found.value.answer.documents().map((row) => {
      const { documentId: id, label, locale } = labelled(type, row);
      return { type: type.uid, documentId: id, label, locale };
    }),
  );
}
