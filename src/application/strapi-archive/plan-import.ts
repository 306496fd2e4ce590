import { fileType, folderType, localeType, roleType, userType } from '../../domain/schema/built-in-uids.js';
import type { Link, Relation, Schema, Uid } from '../../domain/schema/schema.js';
import type { RoleRecord } from '../ports/access-store.js';
import type { Inventory, InventoryPart } from '../ports/archive-store.js';
import type { FileStore } from '../ports/file-store.js';
import type { Scratch } from '../ports/foreign-archive.js';
import { own } from '../../domain/document/plain-object.js';
import { textOf } from '../../domain/document/text-of.js';
import type { ArchiveContent } from './archive-content.js';
import { checkSchema } from './check-schema.js';
import { checkUnique } from './check-unique.js';
import { createEmbeddedLinks, type EmbeddedLinks } from './embedded-links.js';
import { planFiles, type FilePlan } from './file-plan.js';
import type { Faults, Findings } from './findings.js';
import { importedRoles, type ServingApp } from './imported-access.js';
import { joinTranslations } from './join-translations.js';
import { planLinks, type LinkPlan } from './link-plan.js';
import { lengthOf, type LinkShape } from './link-shapes.js';
import type { LinkSource } from './resolve-links.js';
import { dataOf } from './row-data.js';
import { planRows, type RowPlan } from './row-plan.js';
import { RowIndex } from './row-index.js';

export interface Planning extends ServingApp {
  readonly scratch: Scratch;
  readonly faults: Faults;
  readonly findings: Findings;
  readonly files: Pick<FileStore, 'urlOf' | 'provider'>;
  /** The type of the role of users without one. */
  readonly defaultRole: string;
  /** False if the configuration of the archive is left out. */
  readonly takesConfiguration: boolean;
}

/** Everything that an archive will become. Nothing is written yet. */
export interface ImportPlan {
  readonly content: ArchiveContent;
  /** By UID, for every content-type of the schema. */
  readonly rows: ReadonlyMap<Uid, RowPlan>;
  /** By the link's name, for every link of the schema. */
  readonly links: ReadonlyMap<string, LinkPlan>;
  readonly embedded: EmbeddedLinks;
  readonly files: FilePlan;
  readonly roles: readonly RoleRecord[];
  readonly defaultLocale: string;
  readonly inventory: Inventory;
}

/** Decides what becomes of the archive. What does not fit is added to `faults`; the plan is usable only without any. */
export function planImport(planning: Planning, content: ArchiveContent): ImportPlan {
  const { schema, faults, findings } = planning;
  checkSchema(schema, content, faults);
  if (content.version.startsWith('4.')) joinTranslations(content);
  const defaultLocale = defaultLocaleOf(planning, content);
  const rows = new Map<Uid, RowPlan>();
  for (const type of schema.contentTypes.values()) {
    const index = content.types.get(type.uid) ?? new RowIndex(type);
    rows.set(type.uid, planRows(index, defaultLocale, findings));
  }
  for (const plan of rows.values()) checkUnique(plan, content.rows, faults);
  noteLocales(rows, content, findings);
  const embedded = createEmbeddedLinks(schema, rows, findings);
  const sources = sortShapes(planning, content, embedded);
  const types = roleTypes(rows.get(roleType), content);
  addDefaultRole(planning, rows.get(userType), types, sources);
  const links = new Map<string, LinkPlan>();
  for (const link of schema.links)
    links.set(link.name, planLink(planning, rows, link, sources.get(link) ?? []));
  return {
    content,
    rows,
    links,
    embedded,
    files: planFiles(rows.get(fileType), content, planning.files, findings),
    roles: importedRoles(planning, content, types, findings),
    defaultLocale,
    inventory: inventoryOf(schema, rows, links),
  };
}

function defaultLocaleOf({ schema, takesConfiguration }: Planning, { settings }: ArchiveContent): string {
  const code = settings.get('plugin_i18n_default_locale');
  return takesConfiguration && typeof code === 'string' ? code : schema.defaultLocale;
}

/** Names locales of content that the archive does not list, which cannot be read until they are added. */
function noteLocales(rows: ReadonlyMap<Uid, RowPlan>, content: ArchiveContent, findings: Findings): void {
  const plan = rows.get(localeType);
  const codes = new Set<string>();
  if (plan === undefined) return;
  for (const { row } of plan.all())
    codes.add(textOf(own(dataOf(content.rows, plan.index, row), 'code') as string));
  for (const { index } of rows.values())
    for (const code of index.localeCodes)
      if (index.type.localized && !codes.has(code))
        findings.note('Locales that the archive has content in and does not list: quire locale add', code);
}

type Sources = Map<Link, LinkSource[]>;

/** Finds what the links of the archive belong to here. */
function sortShapes(planning: Planning, { links, types }: ArchiveContent, embedded: EmbeddedLinks): Sources {
  const { schema, faults, findings } = planning;
  const sources: Sources = new Map();
  for (const shape of links.list()) {
    if (isIgnored(shape)) continue;
    const shaped = schema.contentTypes.get(shape.owner) ?? schema.components.get(shape.owner);
    if (shaped === undefined || shape.kind === 'morph') {
      const why = shape.kind === 'morph' ? 'a relation to several types' : 'a type that is not there';
      findings.lost(`Links of ${shape.owner} "${shape.attribute}", ${why}`, undefined, shape.count);
      continue;
    }
    const relation = shaped.attributes.get(shape.attribute);
    if (relation?.kind !== 'relation' || relation.place.kind === 'translations') {
      faults.add(
        `${shape.owner} has no relation "${shape.attribute}" in the schema files, and the archive has links of it`,
      );
    } else if (relation.target !== shape.target) {
      faults.add(
        `${shape.owner} "${shape.attribute}" leads to ${shape.target} in the archive, and to ${relation.target} in the schema files`,
      );
    } else if (types.has(relation.target)) {
      addShape(sources, embedded, shape, relation, links.read(shape));
    } else {
      findings.lost(
        `Links of ${shape.owner} "${shape.attribute}" to ${shape.target}, of which the archive has no rows`,
        undefined,
        shape.count,
      );
    }
  }
  return sources;
}

function addShape(
  sources: Sources,
  embedded: EmbeddedLinks,
  { owner }: LinkShape,
  relation: Relation,
  links: Float64Array,
): void {
  const { place } = relation;
  if (place.kind === 'embedded') embedded.add(owner, relation, links);
  if (place.kind !== 'link') return;
  const known = sources.get(place.link) ?? [];
  sources.set(place.link, [...known, { links, isSwapped: place.side === 'target' }]);
}

/** Links whose meaning is read elsewhere, or that have none here. */
const isIgnored = ({ owner, attribute }: LinkShape): boolean =>
  owner === 'plugin::users-permissions.permission' ||
  attribute === 'localizations' ||
  (owner.startsWith('plugin::') && ![fileType, folderType, userType, roleType, localeType].includes(owner));

/** Returns the types of the roles by the ids of their rows. */
function roleTypes(plan: RowPlan | undefined, content: ArchiveContent): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  if (plan === undefined) return types;
  for (const { row, id } of plan.all()) {
    const type = own(dataOf(content.rows, plan.index, row), 'type');
    if (typeof type === 'string') types.set(id, type);
  }
  return types;
}

/** Gives users without a role the default one. */
function addDefaultRole(
  { schema, defaultRole, findings }: Planning,
  users: RowPlan | undefined,
  types: ReadonlyMap<number, string>,
  sources: Sources,
): void {
  const link = schema.links.find(({ source }) => source.type === userType && source.attribute === 'role');
  if (link === undefined || users === undefined) return;
  const known = sources.get(link) ?? [];
  const withRole = new Set(
    known.flatMap(({ links }) => Array.from({ length: lengthOf(links) }, (_, at) => links[at * 4] ?? 0)),
  );
  const role =
    [...types].find(([, type]) => type === defaultRole) ??
    [...types].find(([, type]) => type === 'authenticated');
  const without = users.index.ids.filter((id) => !withRole.has(id));
  if (without.length === 0) return;
  if (role === undefined) return findings.lost('Users without a role', undefined, without.length);
  findings.note(`Users without a role got the role ${role[1]}`, undefined, without.length);
  const links = Float64Array.from(without.flatMap((id) => [id, role[0], NaN, NaN]));
  sources.set(link, [...known, { links, isSwapped: false }]);
}

function planLink(
  { schema, scratch, findings }: Planning,
  rows: ReadonlyMap<Uid, RowPlan>,
  link: Link,
  sources: readonly LinkSource[],
): LinkPlan {
  const [source, target] = [rows.get(link.source.type), rows.get(link.target.type)];
  if (source === undefined || target === undefined) throw new Error(`no rows for ${link.name}`);
  return planLinks(schema, { link, source, target }, sources, { scratch, findings });
}

function inventoryOf(
  schema: Schema,
  rows: ReadonlyMap<Uid, RowPlan>,
  links: ReadonlyMap<string, LinkPlan>,
): Inventory {
  const parts: [string, InventoryPart][] = [];
  for (const [uid, plan] of rows) parts.push([`versions ${uid}`, versionInventory(plan)]);
  for (const { name } of schema.links) {
    const plan = links.get(name);
    if (plan !== undefined) parts.push([`links ${name}`, plan.inventory]);
  }
  return Object.fromEntries(parts);
}

/** The sums that `InventoryPart.detail` describes. */
function versionInventory(plan: RowPlan): InventoryPart {
  let [updated, published, changed, lastId] = [0, 0, 0, 0];
  for (const { row, id, layer, hasChanges } of plan.all()) {
    const times = timesOf(plan.index, row);
    updated += times.updatedAt % 1_000_000_000;
    if (layer === 'published' && times.publishedAt !== null) published += times.publishedAt % 1_000_000_000;
    changed += Number(hasChanges);
    lastId = id;
  }
  return { rows: plan.versions, lastId, detail: [updated, published, changed].join(' ') };
}

/** The times of a row in milliseconds. Old databases have rows without some of them. */
export function timesOf(index: RowIndex, row: number) {
  const [created = NaN, updated = NaN, published = NaN] = [
    index.createdAt[row],
    index.updatedAt[row],
    index.publishedAt[row],
  ];
  const known = [created, updated, published].find((time) => !Number.isNaN(time)) ?? 0;
  return {
    createdAt: Number.isNaN(created) ? known : created,
    updatedAt: Number.isNaN(updated) ? known : updated,
    publishedAt: Number.isNaN(published) ? null : published,
  };
}
