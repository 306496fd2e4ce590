import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import { nameFault } from '../../domain/schema/names.js';
import type { SchemaEdit, ShapeOptions } from '../../domain/schema/schema-edit.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { EditedFiles } from './edited-files.js';
import { nameInLayouts } from './layout-names.js';
import { addOtherEnd, keepOtherEnd, removeOtherEnd, renameInOthers } from './other-ends.js';

/** Applies the edits one after the other. What does not fit becomes a fault, and changes nothing. */
export function applyEdits(files: EditedFiles, edits: readonly SchemaEdit[]): void {
  for (const edit of edits) applyEdit(files, edit);
}

function applyEdit(files: EditedFiles, edit: SchemaEdit): void {
  const { uid } = edit;
  if (edit.edit === 'addType') return addType(files, edit);
  if (edit.edit === 'addComponent') return addComponent(files, edit);
  if (files.definition(uid) === undefined)
    return files.fault(uid, '', `${uid} has no file that can be edited: it is gone, built in, or no JSON`);
  switch (edit.edit) {
    case 'changeShape':
      return changeShape(files, uid, edit.options);
    case 'removeShape':
      return files.remove(uid);
    case 'setLayout':
      return files.setLayout(uid, edit.layout);
    case 'addAttribute':
      return addAttribute(files, edit);
    case 'changeAttribute':
      return changeAttribute(files, edit);
    case 'renameAttribute':
      return renameAttribute(files, edit);
    case 'moveAttribute':
      return moveAttribute(files, edit);
    case 'removeAttribute':
      return removeAttribute(files, edit);
  }
}

type Edit<Kind extends SchemaEdit['edit']> = Extract<SchemaEdit, { readonly edit: Kind }>;

function addType(files: EditedFiles, { uid, kind, options }: Edit<'addType'>): void {
  const { singularName, pluralName, displayName, description, collectionName, ...flags } = options;
  files.add(uid, {
    kind,
    collectionName: collectionName ?? (pluralName ?? '').replaceAll('-', '_'),
    info: { singularName, pluralName, displayName, ...(description && { description }) },
    options: { draftAndPublish: flags.draftAndPublish ?? true },
    ...(flags.localized === true && { pluginOptions: { i18n: { localized: true } } }),
    attributes: {},
  });
}

function addComponent(
  files: EditedFiles,
  { uid, options: { displayName, description } }: Edit<'addComponent'>,
): void {
  files.add(uid, {
    collectionName: `components_${uid.replaceAll(/[.-]/g, '_')}`,
    info: { displayName, ...(description && { description }) },
    options: {},
    attributes: {},
  });
}

const placeOf: Readonly<Record<keyof ShapeOptions, readonly string[]>> = {
  displayName: ['info', 'displayName'],
  description: ['info', 'description'],
  singularName: ['info', 'singularName'],
  pluralName: ['info', 'pluralName'],
  collectionName: ['collectionName'],
  draftAndPublish: ['options', 'draftAndPublish'],
  localized: ['pluginOptions', 'i18n', 'localized'],
};

function changeShape(files: EditedFiles, uid: Uid, options: ShapeOptions): void {
  if (options.collectionName !== undefined) renameCollection(files, uid, options.collectionName);
  for (const [option, path] of Object.entries(placeOf)) {
    const value = options[option as keyof ShapeOptions];
    if (value !== undefined && option !== 'collectionName') files.set(uid, path, value);
  }
}

/** The content of a content-type moves along with the name of its collection. */
function renameCollection(files: EditedFiles, uid: Uid, to: string): void {
  const stored = files.storedDefinition(uid);
  const former = stored === undefined ? undefined : collectionOf(stored);
  if (collectionOf(files.definition(uid) ?? {}) !== to) files.set(uid, ['collectionName'], to);
  if (stored === undefined || !uid.includes('::')) return;
  files.put(uid, ['renamedFrom'], former === to ? own(stored, 'renamedFrom') : former);
}

function collectionOf(definition: PlainObject): unknown {
  const info = own(definition, 'info');
  return own(definition, 'collectionName') ?? (isPlainObject(info) ? own(info, 'singularName') : undefined);
}

function addAttribute(files: EditedFiles, { uid, name, attribute }: Edit<'addAttribute'>): void {
  if (!isFree(files, uid, name)) return;
  files.set(uid, ['attributes', name], attribute);
  files.setOrigin(uid, name, null);
  addOtherEnd(files, uid, name);
}

function isFree(files: EditedFiles, uid: Uid, name: string): boolean {
  const wrong = Object.hasOwn(files.attributes(uid), name)
    ? `there is an attribute "${name}" already: choose another name`
    : nameFault(name);
  if (wrong === undefined) return true;
  files.fault(uid, `attributes.${name}`, wrong);
  return false;
}

/** Changes the options that differ, so that the others stay as they are written. */
function changeAttribute(files: EditedFiles, { uid, name, attribute }: Edit<'changeAttribute'>): void {
  const former = existing(files, uid, name);
  if (former === undefined) return;
  for (const option of new Set([...Object.keys(former), ...Object.keys(attribute)])) {
    // A rename is an edit of its own.
    if (option === 'renamedFrom' || option === '__proto__') continue;
    const value = own(attribute, option);
    if (JSON.stringify(own(former, option)) !== JSON.stringify(value))
      files.put(uid, ['attributes', name, option], value);
  }
  keepOtherEnd(files, uid, name, former);
}

function existing(files: EditedFiles, uid: Uid, name: string): PlainObject | undefined {
  const attribute = files.attribute(uid, name);
  if (attribute === undefined)
    files.fault(uid, `attributes.${name}`, `there is no attribute "${name}" here any more`);
  return attribute;
}

function renameAttribute(files: EditedFiles, { uid, name, to }: Edit<'renameAttribute'>): void {
  if (name === to || existing(files, uid, name) === undefined || !isFree(files, uid, to)) return;
  const origin = files.origin(uid, name);
  files.rename(uid, ['attributes', name], to);
  const formerly =
    origin === to ? own(files.storedAttribute(uid, to) ?? {}, 'renamedFrom') : (origin ?? undefined);
  files.put(uid, ['attributes', to, 'renamedFrom'], formerly);
  files.setOrigin(uid, to, origin);
  renameInOthers(files, uid, name, to);
  nameInLayouts(files, uid, name, to);
}

function moveAttribute(files: EditedFiles, { uid, name, before }: Edit<'moveAttribute'>): void {
  if (existing(files, uid, name) === undefined) return;
  if (before !== null && existing(files, uid, before) === undefined) return;
  files.move(uid, ['attributes', name], before);
}

function removeAttribute(files: EditedFiles, { uid, name }: Edit<'removeAttribute'>): void {
  const former = existing(files, uid, name);
  if (former === undefined) return;
  files.put(uid, ['attributes', name], undefined);
  removeOtherEnd(files, name, former);
  nameInLayouts(files, uid, name, null);
  const hidden = own((own(files.definition(uid) ?? {}, 'options') ?? {}) as PlainObject, 'privateAttributes');
  if (Array.isArray(hidden) && hidden.includes(name))
    files.set(
      uid,
      ['options', 'privateAttributes'],
      hidden.filter((one) => one !== name),
    );
}
