import type { FieldInfo } from 'busboy';
import { failure, type Failure } from '../../../domain/failure.js';

/** The largest size of all fields of a form together: they are in memory until the whole form is read. */
const maxBytes = 1024 * 1024;

/** The limits of a multipart form. Those who read it limit its files. */
export const formLimits = {
  fieldNameSize: 100,
  fieldSize: maxBytes,
  fields: 200,
  parts: 1500,
  headerPairs: 50,
};

const tooLong = failure('MEDIA.TOO_LARGE', 'The fields of the form are too long');

/** The fields of a multipart form, as far as it has been read. */
export class FormFields {
  private readonly values = new Map<string, string[]>();
  private bytes = 0;

  /** Returns why the form is refused, or null. */
  add(name: string, value: string, { nameTruncated, valueTruncated }: FieldInfo): Failure | null {
    this.bytes += Buffer.byteLength(value);
    if (nameTruncated || valueTruncated || this.bytes > maxBytes) return tooLong;
    const values = this.values.get(name);
    if (values === undefined) this.values.set(name, [value]);
    else values.push(value);
    return null;
  }

  /** The values of each field, in the order of the form. */
  byName(): ReadonlyMap<string, readonly string[]> {
    return this.values;
  }
}
