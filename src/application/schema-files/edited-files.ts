import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import type { SchemaFault } from '../../domain/schema/schema-source.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { FileChange, SchemaFile, SchemaFiles } from '../ports/schema-files.js';
import { moveMember, newText, removeMember, renameMember, setMember } from './json-text.js';
import { rewriteJson } from './rewrite-json.js';
import type { Mention } from './type-builder.js';

/** The texts of the schema files while edits change them. */
export class EditedFiles {
  readonly faults: SchemaFault[] = [];
  readonly mentions: Mention[] = [];
  readonly #texts: Map<Uid, SchemaFile>;
  readonly #layouts: Map<Uid, SchemaFile>;
  /** The names that attributes have on disk; null: none, they are new. By uid and name. */
  readonly #origins = new Map<string, string | null>();

  constructor(
    private readonly stored: readonly SchemaFile[],
    private readonly files: Pick<SchemaFiles, 'pathOf' | 'layoutPathOf'>,
  ) {
    const byUid = (holds: SchemaFile['holds']) =>
      new Map(stored.filter((file) => file.holds === holds).map((file) => [file.uid, file]));
    this.#texts = byUid('schema');
    this.#layouts = byUid('layout');
  }

  get current(): readonly SchemaFile[] {
    return [...this.#texts.values(), ...this.#layouts.values()];
  }

  changes(): readonly FileChange[] {
    const before = new Map(this.stored.map(({ file, text }) => [file, text]));
    const after = new Map(this.current.map(({ file, text }) => [file, text]));
    return [...new Set([...before.keys(), ...after.keys()])]
      .map((file) => ({ file, before: before.get(file) ?? null, after: after.get(file) ?? null }))
      .filter((change) => change.before !== change.after);
  }

  has(uid: Uid): boolean {
    return this.#texts.has(uid);
  }

  /** The definition of a content-type or component; undefined if there is none that can be edited. */
  definition(uid: Uid): PlainObject | undefined {
    const file = this.#texts.get(uid);
    return file === undefined ? undefined : definitionIn(file);
  }

  attributes(uid: Uid): PlainObject {
    const attributes = own(this.definition(uid) ?? {}, 'attributes');
    return isPlainObject(attributes) ? attributes : {};
  }

  attribute(uid: Uid, name: string): PlainObject | undefined {
    const attribute = own(this.attributes(uid), name);
    return isPlainObject(attribute) ? attribute : undefined;
  }

  set(uid: Uid, path: readonly string[], value: unknown): void {
    this.#edit(uid, (text) => setMember(text, path, value));
  }

  /** An absent value removes the member. */
  put(uid: Uid, path: readonly string[], value: unknown): void {
    if (value === undefined) this.#edit(uid, (text) => removeMember(text, path));
    else this.set(uid, path, value);
  }

  rename(uid: Uid, path: readonly string[], to: string): void {
    this.#edit(uid, (text) => renameMember(text, path, to));
  }

  /** Null: behind all others. */
  move(uid: Uid, path: readonly string[], before: string | null): void {
    this.#edit(uid, (text) => moveMember(text, path, before));
  }

  add(uid: Uid, definition: PlainObject): void {
    const file = this.files.pathOf(uid);
    if (file === null)
      return this.fault(uid, '', `"${uid}" cannot be the name of a content-type or component`);
    const shaped = uid.includes('::') ? 'content-type' : 'component';
    const sameFile = this.stored.find((one) => one.file.toLowerCase() === file.toLowerCase());
    if (this.has(uid) || (sameFile !== undefined && sameFile.uid !== uid))
      return this.fault(uid, '', `there is ${uid} already: choose another name`);
    this.#texts.set(uid, { uid, shaped, holds: 'schema', file, text: newText(definition) });
  }

  /** Its layout goes along. */
  remove(uid: Uid): void {
    this.#texts.delete(uid);
    this.#layouts.delete(uid);
  }

  get uids(): readonly Uid[] {
    return [...this.#texts.keys()];
  }

  /** The layout of a content-type or component; undefined if there is none that can be edited. */
  layout(uid: Uid): PlainObject | undefined {
    const file = this.#layouts.get(uid);
    return file === undefined ? undefined : definitionIn(file);
  }

  /** Null: there is no layout any more. */
  setLayout(uid: Uid, layout: PlainObject | null): void {
    const [shape, former] = [this.#texts.get(uid), this.#layouts.get(uid)];
    if (shape === undefined) return;
    if (layout === null) return void this.#layouts.delete(uid);
    const file = former?.file ?? this.files.layoutPathOf(shape.file);
    const isText = former !== undefined && former.unreadable === undefined;
    const text = rewriteJson(isText ? former.text : '', layout);
    this.#layouts.set(uid, { uid, shaped: shape.shaped, holds: 'layout', file, text });
  }

  /** The name that an attribute has on disk; null if it is new. */
  origin(uid: Uid, name: string): string | null {
    const origin = this.#origins.get(`${uid} ${name}`);
    return origin === undefined ? name : origin;
  }

  setOrigin(uid: Uid, name: string, origin: string | null): void {
    this.#origins.set(`${uid} ${name}`, origin);
  }

  /** What the file on disk says; undefined if there is none. */
  storedDefinition(uid: Uid): PlainObject | undefined {
    const file = this.stored.find((one) => one.uid === uid && one.holds === 'schema');
    return file === undefined ? undefined : definitionIn(file);
  }

  storedAttribute(uid: Uid, name: string): PlainObject | undefined {
    const attributes = own(this.storedDefinition(uid) ?? {}, 'attributes');
    const attribute = isPlainObject(attributes) ? own(attributes, name) : undefined;
    return isPlainObject(attribute) ? attribute : undefined;
  }

  fault(uid: Uid, path: string, message: string): void {
    this.faults.push({ file: this.#texts.get(uid)?.file ?? uid, path, message });
  }

  #edit(uid: Uid, change: (text: string) => string): void {
    const file = this.#texts.get(uid);
    if (file !== undefined) this.#texts.set(uid, { ...file, text: change(file.text) });
  }
}

/** Undefined for a file that is no JSON object. */
export function definitionIn({ text, unreadable }: SchemaFile): PlainObject | undefined {
  if (unreadable !== undefined) return undefined;
  const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  return isPlainObject(value) ? value : undefined;
}
