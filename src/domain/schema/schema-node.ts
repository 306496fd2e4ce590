import { isPlainObject } from '../document/plain-object.js';
import type { SchemaFault } from './schema-source.js';

/** A value in a schema file, with its path, so that every fault names its place. */
export class SchemaNode {
  private constructor(
    readonly file: string,
    readonly path: string,
    readonly value: unknown,
    private readonly faults: SchemaFault[],
    private readonly notes: SchemaFault[],
  ) {}

  /** The root of a file. Faults below it are added to `faults`, and warnings to `notes`. */
  static root(file: string, value: unknown, faults: SchemaFault[], notes: SchemaFault[]): SchemaNode {
    return new SchemaNode(file, '', value, faults, notes);
  }

  /** The member of that name; an absent node if there is none. Inherited members do not count. */
  at(key: string): SchemaNode {
    const value = isPlainObject(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined;
    return this.child(key, value);
  }

  get present(): boolean {
    return this.value !== undefined;
  }

  /** The members of an object, in file order; none for any other value. */
  entries(): readonly (readonly [string, SchemaNode])[] {
    if (!isPlainObject(this.value)) return [];
    return Object.entries(this.value).map(([key, value]) => [key, this.child(key, value)]);
  }

  /** The items of an array; none for any other value. */
  items(): readonly SchemaNode[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map((value: unknown, index) => this.child(String(index), value));
  }

  /** Reports a fault. Returns undefined, so that a reader can end with it. */
  fault(message: string): undefined {
    this.faults.push({ file: this.file, path: this.path, message });
    return undefined;
  }

  /** Reports an option without effect, which is no fault. */
  note(message: string): void {
    this.notes.push({ file: this.file, path: this.path, message });
  }

  private child(key: string, value: unknown): SchemaNode {
    const path = this.path === '' ? key : `${this.path}.${key}`;
    return new SchemaNode(this.file, path, value, this.faults, this.notes);
  }
}
