import { labelOf } from '../../../../domain/document/label-of.js';
import { focalPointOf } from '../../../../domain/media/focal-point.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { decideRead, type Principal } from '../../../../domain/permission/permission.js';
import type { PopulateMember } from '../../../../domain/query/query.js';
import { fileType } from '../../../../domain/schema/built-in-uids.js';
import {
  contentTypeOf,
  type ContentType,
  type Relation,
  type Schema,
} from '../../../../domain/schema/schema.js';
import type { LinkedFile, LinkedLabel } from '../contract/links.js';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const fileFields = ['name', 'url', 'mime', 'alternativeText', 'focalPoint', 'width', 'height', 'formats'];

/** What is read of the targets of a relation. Null: the principal may not follow it. */
export function labelMember(
  schema: Schema,
  principal: Principal,
  relation: Relation,
  count: number | null,
): PopulateMember | null {
  const target = contentTypeOf(schema, relation.target);
  const permission = decideRead(principal, target, 'draft');
  if (permission === null) return null;
  const fields = fieldsOf(target, permission.fields);
  const range = relation.many && count !== null ? { range: { offset: 0, limit: count } } : {};
  return { name: relation.name, fields, ...range };
}

/** The fields that labels of a type are made of. */
export function fieldsOf(target: ContentType, readable: ReadonlySet<string> | null): readonly string[] {
  const label = labelOf(target, readable);
  const wanted = target.uid === fileType ? fileFields : [label];
  return [
    'documentId',
    ...wanted.filter((name) => name !== 'documentId' && (readable === null || readable.has(name))),
    ...(target.localized ? ['locale'] : []),
  ];
}

/** Makes labels of what a relation was answered with: a list, one document, or null. */
export function labelsOf(
  schema: Schema,
  { target }: Pick<Relation, 'target'>,
  value: unknown,
): readonly LinkedLabel[] {
  const type = contentTypeOf(schema, target);
  const found = Array.isArray(value) ? (value as unknown[]) : [value];
  return found.filter(isPlainObject).map((document) => labelled(type, document));
}

export function labelled(type: ContentType, document: Readonly<Record<string, unknown>>): LinkedLabel {
  const documentId = textOf(document['documentId']);
  const readable = new Set(Object.keys(document));
  const label = textOf(document[labelOf(type, readable)]);
  return {
    documentId,
    label: label === '' ? documentId : label,
    locale: textOf(document['locale']) || null,
    state: null,
    ...(type.uid === fileType && { file: fileIn(document) }),
  };
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function fileIn(document: Readonly<Record<string, unknown>>): LinkedFile {
  const formats = isPlainObject(document['formats']) ? document['formats'] : {};
  const thumbnail = formats['thumbnail'];
  const { alternativeText } = document;
  return {
    id: Number(document['id']),
    url: textOf(document['url']),
    mime: textOf(document['mime']),
    alternativeText: typeof alternativeText === 'string' ? alternativeText : null,
    focalPoint: focalPointOf(document['focalPoint']),
    width: number(document['width']),
    height: number(document['height']),
    thumbnailUrl: isPlainObject(thumbnail) ? textOf(thumbnail['url']) || null : null,
  };
}
