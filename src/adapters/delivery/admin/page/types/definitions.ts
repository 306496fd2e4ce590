import { isPlainObject, type PlainObject } from '../../../../../domain/document/plain-object.js';
import type { ShapeView, TypesAnswer } from '../../contract/type-builder.js';
import { say } from '../messages/messages.js';

const section = (holder: unknown, name: string): PlainObject => {
  const value = isPlainObject(holder) ? holder[name] : undefined;
  return isPlainObject(value) ? value : {};
};

export const textIn = (holder: PlainObject, name: string): string => {
  const value = holder[name];
  return typeof value === 'string' ? value : '';
};

export const infoOf = ({ definition }: ShapeView): PlainObject => section(definition, 'info');

export const nameOf = (shape: ShapeView): string => textIn(infoOf(shape), 'displayName') || shape.uid;

export const attributesOf = ({ definition }: ShapeView): readonly (readonly [string, PlainObject])[] =>
  Object.entries(section(definition, 'attributes')).map(([name, attribute]) => [
    name,
    isPlainObject(attribute) ? attribute : {},
  ]);

export const hasDrafts = ({ definition }: ShapeView): boolean =>
  section(definition, 'options')['draftAndPublish'] === true;

export const isLocalized = (holder: unknown): boolean =>
  section(section(holder, 'pluginOptions'), 'i18n')['localized'] === true;

/** The name that people know of a content-type. */
export function nameOfTarget({ shapes, builtIns }: TypesAnswer, uid: string): string {
  const shape = shapes.find((one) => one.uid === uid);
  return shape ? nameOf(shape) : (builtIns.find((one) => one.uid === uid)?.displayName ?? uid);
}

const hasMany = (kind: string): boolean => kind === 'oneToMany' || kind === 'manyToMany';
const isOfMany = (kind: string): boolean => kind === 'manyToOne' || kind === 'manyToMany';

/** Says what a relation means, from both of its ends. */
export function relationSentences(
  types: TypesAnswer,
  here: string,
  attribute: PlainObject,
): readonly string[] {
  const kind = textIn(attribute, 'relation');
  const there = nameOfTarget(types, textIn(attribute, 'target'));
  const name = textIn(attribute, 'inversedBy') || textIn(attribute, 'mappedBy');
  const ends = { here, there, name };
  return [
    say(hasMany(kind) ? 'types.relation.many' : 'types.relation.one', ends),
    name === ''
      ? say('types.relation.oneWay', ends)
      : say(isOfMany(kind) ? 'types.relation.backMany' : 'types.relation.backOne', ends),
  ];
}
