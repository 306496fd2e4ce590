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

/** A relation and its two ends, as one looks at it from the type that has the attribute. */
export interface RelationEnds {
  readonly here: string;
  readonly there: string;
  /** Whether it leads to the type that has it. */
  readonly isToItself: boolean;
  /** The attribute of the other end; empty: there is none, so the relation goes one way. */
  readonly back: string;
  readonly hasMany: boolean;
  readonly isOfMany: boolean;
}

export function relationEnds(types: TypesAnswer, shape: ShapeView, attribute: PlainObject): RelationEnds {
  const kind = textIn(attribute, 'relation');
  const target = textIn(attribute, 'target');
  return {
    here: nameOf(shape),
    there: nameOfTarget(types, target),
    isToItself: target === shape.uid,
    back: textIn(attribute, 'inversedBy') || textIn(attribute, 'mappedBy'),
    hasMany: kind === 'oneToMany' || kind === 'manyToMany',
    isOfMany: kind === 'manyToOne' || kind === 'manyToMany',
  };
}

/** Says what a relation means, from both of its ends. */
export function relationSentences(ends: RelationEnds): readonly string[] {
  const { here, there, back, hasMany, isOfMany } = ends;
  const words = { here, there, name: back };
  return [
    say(hasMany ? 'types.relation.many' : 'types.relation.one', words),
    back === ''
      ? say('types.relation.oneWay', words)
      : say(isOfMany ? 'types.relation.backMany' : 'types.relation.backOne', words),
  ];
}
