import {
  componentOf,
  isContent,
  type ComponentAttribute,
  type Json,
  type Relation,
  type Schema,
  type Zone,
} from '../../domain/schema/schema.js';
import { textOf } from '../../domain/document/text-of.js';
import { presentTime } from '../../domain/document/value.js';
import { fileType, folderType, localeType, userType } from '../../domain/schema/built-in-uids.js';
import { serverAttributes } from '../accounts/user-documents.js';
import type { ArchivedVersion } from '../ports/archive-store.js';
import type { Shaped } from '../../domain/schema/schema.js';
import type { ExportedFolders } from './exported-folders.js';

type Members = Readonly<Record<string, Json>>;

/** Called for each relation of an item of a component. */
export type OnItemLink = (
  component: string,
  id: number,
  relation: Relation,
  targets: readonly Json[],
) => void;

export interface RowExport {
  /** Returns the members of a row as Strapi exports them. */
  data(version: ArchivedVersion, shaped: Shaped): Members;
}

/** Attributes that only this server has. */
const own: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [fileType, new Set(['uploader'])],
  [folderType, new Set(['place'])],
  [localeType, new Set(['defaultSince'])],
  [userType, new Set(serverAttributes)],
]);

/**
 * Exports rows. Items of a component need ids that no other item of that component has: those that are taken get new
 * ones, after `lastItemId`.
 */
export function createRowExport(
  schema: Schema,
  folders: ExportedFolders,
  lastItemId: number,
  onItemLink: OnItemLink,
): RowExport {
  const taken = new Map<string, Set<number>>();
  let last = lastItemId;
  const idFor = (component: string, id: number): number => {
    const ids = taken.get(component) ?? new Set();
    taken.set(component, ids);
    const free = ids.has(id) ? ++last : id;
    ids.add(free);
    return free;
  };
  const values = (shaped: Shaped, from: Members): Members => {
    const members = [...shaped.attributes.values()]
      .filter(isContent)
      .flatMap((attribute): [string, Json][] => {
        if (own.get(shaped.uid)?.has(attribute.name) === true) return [];
        const value = Object.hasOwn(from, attribute.name) ? (from[attribute.name] ?? null) : null;
        if (attribute.kind !== 'scalar') return [[attribute.name, items(attribute, value)]];
        return [
          [
            attribute.name,
            attribute.type === 'time' && typeof value === 'string' ? presentTime(value) : value,
          ],
        ];
      });
    return Object.fromEntries(members);
  };
  const items = (attribute: ComponentAttribute | Zone, value: Json): Json => {
    if (Array.isArray(value)) return value.map((each: Json) => item(attribute, each as Members));
    if (value !== null) return item(attribute, value as Members);
    return attribute.kind === 'zone' || attribute.repeatable ? [] : null;
  };
  const item = (attribute: ComponentAttribute | Zone, value: Members): Json => {
    const uid = attribute.kind === 'component' ? attribute.component : textOf(value['__component']);
    const component = componentOf(schema, uid);
    const id = idFor(uid, Number(value['id']));
    for (const member of component.attributes.values()) {
      if (member.kind !== 'relation') continue;
      const targets = value[member.name] ?? null;
      onItemLink(
        uid,
        id,
        member,
        Array.isArray(targets) ? (targets as readonly Json[]) : targets === null ? [] : [targets],
      );
    }
    return { id, ...values(component, value), ...(attribute.kind === 'zone' && { __component: uid }) };
  };
  return {
    data: ({ documentId, createdAt, updatedAt, publishedAt, locale, values: from }, shaped) => ({
      documentId,
      ...values(shaped, from),
      ...(shaped.uid === fileType && { folderPath: folders.pathOfFile(documentId) }),
      ...(shaped.uid === folderType && folders.placeOf(documentId)),
      createdAt,
      updatedAt,
      publishedAt,
      locale: locale === '' ? null : locale,
    }),
  };
}
