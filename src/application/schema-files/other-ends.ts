import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { EditedFiles } from './edited-files.js';
import { nameInLayouts } from './layout-names.js';

/** What an edit of one attribute means for attributes that name it: the other ends of relations, and `targetField`. */

const inverseKind: Readonly<Record<string, string>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

interface OtherEnd {
  readonly uid: Uid;
  readonly name: string;
  /** What it has to say of this end. */
  readonly back: 'inversedBy' | 'mappedBy';
}

function otherEndOf(attribute: PlainObject): OtherEnd | null {
  const target = own(attribute, 'target');
  if (own(attribute, 'type') !== 'relation' || typeof target !== 'string') return null;
  for (const [here, back] of [
    ['inversedBy', 'mappedBy'],
    ['mappedBy', 'inversedBy'],
  ] as const) {
    const name = own(attribute, here);
    if (typeof name === 'string' && name !== '') return { uid: target, name, back };
  }
  return null;
}

const leadsBack = (files: EditedFiles, end: OtherEnd, name: string): boolean =>
  own(files.attribute(end.uid, end.name) ?? {}, end.back) === name;

/** Adds the other end of a new relation, if it names one that is not there. */
export function addOtherEnd(files: EditedFiles, uid: Uid, name: string): void {
  const attribute = files.attribute(uid, name) ?? {};
  const end = otherEndOf(attribute);
  const kind = inverseKind[String(own(attribute, 'relation'))];
  if (end === null || kind === undefined || files.definition(end.uid) === undefined) return;
  if (Object.hasOwn(files.attributes(end.uid), end.name)) return;
  const other = { type: 'relation', relation: kind, target: uid, [end.back]: name };
  files.set(end.uid, ['attributes', end.name], other);
  files.setOrigin(end.uid, end.name, null);
}

/** Keeps the other end in step with a changed relation. */
export function keepOtherEnd(files: EditedFiles, uid: Uid, name: string, former: PlainObject): void {
  const attribute = files.attribute(uid, name) ?? {};
  const [before, now] = [otherEndOf(former), otherEndOf(attribute)];
  const isSame = before !== null && now !== null && before.uid === now.uid && before.name === now.name;
  if (before !== null && !isSame && leadsBack(files, before, name)) removeEnd(files, before);
  const kind = inverseKind[String(own(attribute, 'relation'))];
  if (now !== null && kind !== undefined && leadsBack(files, now, name)) {
    if (own(files.attribute(now.uid, now.name) ?? {}, 'relation') !== kind)
      files.set(now.uid, ['attributes', now.name, 'relation'], kind);
  } else addOtherEnd(files, uid, name);
}

/** With the owner of a relation its other end goes; without its other end the owner leads one way. */
export function removeOtherEnd(files: EditedFiles, name: string, former: PlainObject): void {
  const end = otherEndOf(former);
  if (end === null || !leadsBack(files, end, name)) return;
  if (end.back === 'mappedBy') removeEnd(files, end);
  else files.put(end.uid, ['attributes', end.name, end.back], undefined);
}

function removeEnd(files: EditedFiles, { uid, name }: OtherEnd): void {
  files.put(uid, ['attributes', name], undefined);
  nameInLayouts(files, uid, name, null);
}

/** Gives the new name to all that name the attribute. */
export function renameInOthers(files: EditedFiles, uid: Uid, name: string, to: string): void {
  const end = otherEndOf(files.attribute(uid, to) ?? {});
  if (end !== null && leadsBack(files, end, name)) files.set(end.uid, ['attributes', end.name, end.back], to);
  for (const [other, attribute] of Object.entries(files.attributes(uid)))
    if (isPlainObject(attribute) && own(attribute, 'targetField') === name)
      files.set(uid, ['attributes', other, 'targetField'], to);
  const options = own(files.definition(uid) ?? {}, 'options');
  const hidden = isPlainObject(options) ? own(options, 'privateAttributes') : undefined;
  if (Array.isArray(hidden) && hidden.includes(name))
    files.set(
      uid,
      ['options', 'privateAttributes'],
      hidden.map((one) => (one === name ? to : one)),
    );
}
