import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import type { ScratchFile } from '../ports/foreign-archive.js';
import type { RowIndex } from './row-index.js';

const decoder = new TextDecoder();

/** Reads the exported values of a row, which was checked when it was put there. */
export function dataOf(rows: ScratchFile, index: RowIndex, row: number): PlainObject {
  const line = decoder.decode(rows.read(index.offsets[row] ?? 0, index.lengths[row] ?? 0));
  const data = own(JSON.parse(line) as PlainObject, 'data');
  if (!isPlainObject(data)) throw new Error('a checked row has no data');
  return data;
}
