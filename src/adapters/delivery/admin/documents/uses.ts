import { equals } from '../../../../domain/query/compare.js';
import { denied } from '../../../../domain/failure.js';
import { decide, decideRead, type Principal } from '../../../../domain/permission/permission.js';
import { layersOf } from '../../../../domain/plan/change.js';
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

type Path = readonly string[];

/** Where a document may be used inside of a type: paths of attributes, as filters have them. */
interface Places {
  /** Of relations. */
  readonly links: readonly Path[];
  /** Of formatted texts, which have the addresses of files. */
  readonly texts: readonly Path[];
  /** Whether dynamic zones may have more of them. */
  readonly hasZones: boolean;
}

const none: Places = { links: [], texts: [], hasZones: false };

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
  if (!file.ok) return file;
  const hash = file.value.answer.documents()[0]?.['hash'];
  const named = typeof hash === 'string' && hash !== '' ? { text: hash } : {};
  return usesOf(dependencies, principal, { target: fileType, documentId, ...named });
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
  /** What formatted texts have where they use it; absent: they cannot. Of a file, all its addresses have it. */
  readonly text?: string;
}

/** Finds the drafts and published versions that use a document, type by type and layer by layer. */
async function usesOf(
  dependencies: AdminDependencies,
  principal: Principal,
  used: Used,
): Promise<Result<Reply<Uses>>> {
  const { schema } = dependencies;
  const uses = new Map<string, Use>();
  let isPartial = false;
  for (const type of schema.contentTypes.values()) {
    if (!type.exposed) continue;
    for (const layer of layersOf(type)) {
      const { links, texts, hasZones } = placesFor({ schema, used }, principal, type, layer);
      const linked = await usesIn(
        dependencies,
        principal,
        type,
        layer,
        links.map(atEnd(equals('documentId', used.documentId))),
      );
      if (!linked.ok) return linked;
      // Texts have no index for it, so that a large database may refuse to search them.
      const written = await usesIn(
        dependencies,
        principal,
        type,
        layer,
        texts.map(atEnd(contains(used.text))),
      );
      isPartial ||= hasZones || !written.ok;
      for (const use of [...linked.value, ...(written.ok ? written.value : [])])
        uses.set(`${use.type} ${use.documentId} ${use.locale}`, use);
    }
  }
  const entries = [...uses.values()];
  const data: Uses = { entries: entries.slice(0, most), hasMore: entries.length > most, isPartial };
  return ok({ data });
}

const contains = (value: string | undefined): Filter => ({ kind: 'compare', operator: '$contains', value });

/** Makes filters of paths, which all end with one. */
const atEnd =
  (end: Filter) =>
  (path: Path): Filter =>
    path.reduceRight<Filter>((filter, key) => ({ kind: 'at', key, filter }), end);

interface Searching {
  readonly schema: Schema;
  readonly used: Used;
}

function placesFor(searching: Searching, principal: Principal, type: ContentType, layer: Layer): Places {
  const permission = decideRead(principal, type, layer);
  if (permission === null) return none;
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
    .map((attribute) => placesOf(searching, attribute, depth));
  return {
    links: found.flatMap(({ links }) => links),
    texts: found.flatMap(({ texts }) => texts),
    hasZones: found.some(({ hasZones }) => hasZones),
  };
}

function placesOf(searching: Searching, attribute: Attribute, depth: number): Places {
  const { schema, used } = searching;
  const { name, kind } = attribute;
  if (kind === 'relation') {
    const isLink = attribute.target === used.target && attribute.place.kind !== 'translations';
    return isLink ? { ...none, links: [[name]] } : none;
  }
  if (kind === 'scalar') {
    const isText = attribute.type === 'blocks' || attribute.type === 'richtext';
    return isText && used.text !== undefined ? { ...none, texts: [[name]] } : none;
  }
  if (depth === deepest) return none;
  const inside = (uid: string) => placesIn(searching, componentOf(schema, uid), () => true, depth + 1);
  if (kind === 'zone') {
    const hasAny = ({ links, texts, hasZones }: Places): boolean =>
      hasZones || links.length > 0 || texts.length > 0;
    return { ...none, hasZones: attribute.components.map(inside).some(hasAny) };
  }
  const { links, texts, hasZones } = inside(attribute.component);
  const within = (path: Path): Path => [name, ...path];
  return { links: links.map(within), texts: texts.map(within), hasZones };
}

/** Finds the versions that match one of the filters. */
async function usesIn(
  { documents }: AdminDependencies,
  principal: Principal,
  type: ContentType,
  layer: Layer,
  filters: readonly Filter[],
): Promise<Result<readonly Use[]>> {
  if (filters.length === 0) return ok([]);
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
