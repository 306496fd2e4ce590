import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import type { Scratch, ScratchFile } from '../ports/foreign-archive.js';
import { refusedLine, type JsonLine } from '../transfer/json-lines.js';
import { isId, whyNoId } from './row-id.js';

/** The links of one relation: from `owner` rows or items through an attribute to `target` rows. */
export interface LinkShape {
  readonly kind: 'relation' | 'media' | 'morph';
  readonly owner: string;
  readonly attribute: string;
  readonly target: string;
  readonly count: number;
}

/** A link, with positions in the lists of both ends; NaN if the archive has none. */
export interface RawLink {
  readonly owner: number;
  readonly target: number;
  readonly ownerPosition: number;
  readonly targetPosition: number;
}

/** Sorts links by relation into temporary files. */
export interface LinkShapes {
  add(line: JsonLine, link: PlainObject): void;
  list(): readonly LinkShape[];
  /** Returns the links in the order of their lines, as `[owner, target, ownerPosition, targetPosition]` in a row. */
  read(shape: LinkShape): Float64Array;
}

const fields = 4;
const recordBytes = fields * 8;
/** A relation needs an open file, and schemas have some hundreds. */
const mostShapes = 5_000;

interface StoredShape extends LinkShape {
  count: number;
  readonly file: ScratchFile;
}

export function createLinkShapes(scratch: Scratch): LinkShapes {
  const shapes = new Map<string, StoredShape>();
  const record = new Float64Array(fields);
  const bytes = new Uint8Array(record.buffer);
  return {
    add(line, link) {
      const read = readLink(line, link);
      if (read === null) return;
      const { kind, owner, attribute, target } = read;
      const key = `${kind} ${owner} ${attribute} ${target}`;
      let shape = shapes.get(key);
      if (shape === undefined) {
        if (shapes.size >= mostShapes) throw refusedLine(line, `is of more than ${mostShapes} relations`);
        shape = { kind, owner, attribute, target, count: 0, file: scratch.file(`links ${key}`) };
        shapes.set(key, shape);
      }
      shape.count++;
      record.set(read.ends);
      shape.file.append(bytes);
    },
    list: () => [...shapes.values()],
    read(shape) {
      const { file, count } = shape as StoredShape;
      const links = new Float64Array(count * fields);
      const all = new Uint8Array(links.buffer);
      const step = recordBytes * 8192;
      for (let at = 0; at < all.length; at += step)
        all.set(file.read(at, Math.min(step, all.length - at)), at);
      return links;
    },
  };
}

/** Returns the link in row `at` of what `LinkShapes.read` returns. */
export const linkAt = (links: Float64Array, at: number): RawLink => ({
  owner: links[at * fields] ?? 0,
  target: links[at * fields + 1] ?? 0,
  ownerPosition: links[at * fields + 2] ?? NaN,
  targetPosition: links[at * fields + 3] ?? NaN,
});

export const lengthOf = (links: Float64Array): number => links.length / fields;

interface End {
  readonly type: string;
  readonly ref: number;
  readonly field: string;
  readonly pos: number;
}

/** Null for links to other locales, which the rows themselves tell. */
function readLink(line: JsonLine, link: PlainObject) {
  const [left, right] = [own(link, 'left'), own(link, 'right')];
  if (!isPlainObject(left) || !isPlainObject(right)) throw refusedLine(line, 'is a link without two ends');
  if (own(left, 'field') === 'localizations' && typeof own(right, 'ref') === 'string') return null;
  const ends = [readEnd(line, left), readEnd(line, right)] as const;
  switch (own(link, 'kind')) {
    case 'relation.basic':
    case 'relation.circular':
      return shapeOf('relation', ...ends);
    case 'relation.morph':
      return ends[0].type === 'plugin::upload.file' && ends[0].field === 'related'
        ? shapeOf('media', ends[1], ends[0])
        : shapeOf('morph', ...ends);
    default:
      throw refusedLine(line, `has an unknown kind of link, ${JSON.stringify(own(link, 'kind'))}`);
  }
}

const shapeOf = (kind: LinkShape['kind'], owner: End, target: End) => ({
  kind,
  owner: owner.type,
  attribute: owner.field,
  target: target.type,
  ends: [owner.ref, target.ref, owner.pos, target.pos] as const,
});

function readEnd(line: JsonLine, end: PlainObject): End {
  const [type, ref, field, pos] = ['type', 'ref', 'field', 'pos'].map((key) => own(end, key));
  if (typeof type !== 'string' || !isId(ref))
    throw refusedLine(line, whyNoId(ref, 'is a link without "type" or "ref"'));
  return {
    type,
    ref,
    field: typeof field === 'string' ? field : '',
    pos: typeof pos === 'number' && Number.isFinite(pos) ? pos : NaN,
  };
}
