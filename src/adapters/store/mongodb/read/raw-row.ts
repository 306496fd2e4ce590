import { BSON, Decimal128 } from 'mongodb';
import { FieldNames } from './field-names.js';
import { ObjectRow, Row } from './row.js';

/** What rows consist of mostly, as BSON numbers it: https://bsonspec.org/spec.html. */
const [double, string, object, array, boolean, date, nothing, integer, timestamp, long, decimal] = [
  1, 2, 3, 4, 8, 9, 10, 16, 17, 18, 19,
] as const;

/** Of a value at `at`, in bytes; undefined: of a type that the store writes nothing in. */
function sizeOf(bytes: Buffer, type: number, at: number): number | undefined {
  switch (type) {
    case nothing:
      return 0;
    case boolean:
      return 1;
    case integer:
      return 4;
    case double:
    case date:
    case timestamp:
    case long:
      return 8;
    case decimal:
      return 16;
    case string:
      return 4 + bytes.readInt32LE(at);
    case object:
    case array:
      return bytes.readInt32LE(at);
  }
}

/** The value at `at`, as the driver gives it; of 64-bit integers the exact one. */
function valueAt(bytes: Buffer, type: number, at: number): unknown {
  switch (type) {
    case nothing:
      return null;
    case boolean:
      return bytes[at] === 1;
    case integer:
      return bytes.readInt32LE(at);
    case double:
      return bytes.readDoubleLE(at);
    case date:
      return new Date(bytes.readInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at));
    case long:
      return bytes.readBigInt64LE(at);
    case decimal:
      return decimalAt(bytes, at);
    case string:
      return bytes.toString('utf8', at + 4, at + 3 + bytes.readInt32LE(at));
    default:
      return parse(asDocument(type, bytes.subarray(at, at + (sizeOf(bytes, type, at) ?? 0))))['v'];
  }
}

const powersOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * The number that the decimal's text would be read as, where it is one division or product of two exact numbers
 * (W. D. Clinger, How to Read Floating Point Numbers Accurately, 1990): the driver takes long to make that text.
 */
function decimalAt(bytes: Buffer, at: number): number | Decimal128 {
  const word = (index: number): number => bytes.readUInt32LE(at + 4 * index);
  const highest = word(3);
  const exponent = ((highest >>> 17) & 0x3fff) - 6176;
  const power = powersOfTen[Math.abs(exponent)];
  const isShort = (highest & 0x1ffff) === 0 && word(2) === 0 && word(1) < 2 ** 21;
  if (!isShort || power === undefined) return new Decimal128(bytes.subarray(at, at + 16));
  const digits = word(1) * 2 ** 32 + word(0);
  const size = exponent < 0 ? digits / power : digits * power;
  return highest >>> 31 === 1 ? -size : size;
}

const parse = (bytes: Buffer): Record<string, unknown> =>
  BSON.deserialize(bytes, { validation: { utf8: false } });

/** A document that has the value as its `v`. */
function asDocument(type: number, value: Buffer): Buffer {
  const [size, name] = [Buffer.alloc(4), Buffer.from([type, ...Buffer.from('v\0')])];
  const parts = [size, name, value, Buffer.from([0])];
  size.writeInt32LE(parts.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat(parts);
}

/**
 * For each name the type of its value and where that begins, two numbers, 0 where there is none. Null: something is of a
 * type that the store writes nothing in.
 */
function locate(bytes: Buffer, start: number, names: FieldNames): readonly number[] | null {
  const located = names.none();
  const end = start + bytes.readInt32LE(start) - 1;
  let [at, next] = [start + 4, 0];
  while (at < end) {
    const type = bytes[at] ?? 0;
    const place = names.placeAt(bytes, at + 1, next);
    at = place === -1 ? bytes.indexOf(0, at + 1) + 1 : at + 1 + names.lengthOf(place);
    const size = sizeOf(bytes, type, at);
    if (size === undefined) return null;
    if (place !== -1) {
      located[2 * place] = type;
      located[2 * place + 1] = at;
      next = place + 1;
    }
    at += size;
  }
  return located;
}

/** The document that begins at `start`. `names`: what it will be asked for; whatever else there is, it finds too, but slower. */
export function readRow(bytes: Buffer, start: number, names: FieldNames): Row {
  const located = locate(bytes, start, names);
  return located === null
    ? new ObjectRow(parse(bytes.subarray(start, start + bytes.readInt32LE(start))))
    : new RawRow(bytes, start, names, located);
}

/** Nothing is decoded but what is asked for: a list's time would go into objects that last as long as it takes to write them. */
class RawRow extends Row {
  constructor(
    private readonly bytes: Buffer,
    private readonly start: number,
    private readonly names: FieldNames,
    private readonly located: readonly number[],
  ) {
    super();
  }

  get(field: string): unknown {
    const [type, at] = this.find(field);
    return type === 0 ? undefined : valueAt(this.bytes, type, at);
  }

  rows(field: string, names: FieldNames): readonly Row[] {
    const rows: Row[] = [];
    const [type, start] = this.find(field);
    if (type !== array) return rows;
    for (let at = start + 4; this.bytes[at] === object;) {
      at = this.bytes.indexOf(0, at) + 1;
      rows.push(readRow(this.bytes, at, names));
      at += this.bytes.readInt32LE(at);
    }
    return rows;
  }

  private find(field: string): readonly [type: number, at: number] {
    const place = this.names.placeOf(field);
    if (place !== undefined) return [this.located[2 * place] ?? 0, this.located[2 * place + 1] ?? 0];
    const [type = 0, at = 0] = locate(this.bytes, this.start, new FieldNames([field])) ?? [];
    return [type, at];
  }
}
