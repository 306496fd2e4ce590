import { isPlainObject } from '../document/plain-object.js';
import { type SchemaNode } from './schema-node.js';

/** Readers of single options. An absent option gives undefined or the default, an invalid one a fault and undefined. */

export function readText(node: SchemaNode): string | undefined {
  if (!node.present) return undefined;
  if (typeof node.value === 'string' && node.value.trim() !== '') return node.value;
  return node.fault(`must be a text that is not empty, but is ${shown(node.value)}`);
}

export function requireText(node: SchemaNode, example: string): string | undefined {
  return node.present ? readText(node) : node.fault(`is missing: add it, for example ${shown(example)}`);
}

export function readFlag(node: SchemaNode, otherwise = false): boolean {
  if (!node.present) return otherwise;
  if (typeof node.value === 'boolean') return node.value;
  node.fault(`must be true or false, but is ${shown(node.value)}`);
  return otherwise;
}

/** A whole number, at least 0. */
export function readCount(node: SchemaNode): number | undefined {
  const { value } = node;
  if (!node.present) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  return node.fault(`must be a whole number from 0 on, but is ${shown(value)}`);
}

/** A whole number between two others. */
export function readNumber(node: SchemaNode, least: number, most: number): number | undefined {
  const { value } = node;
  if (!node.present) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
    return value;
  return node.fault(`must be a whole number from ${least} to ${most}, but is ${shown(value)}`);
}

export function readChoice<T extends string>(node: SchemaNode, choices: readonly T[]): T | undefined {
  if (!node.present) return undefined;
  const found = choices.find((choice) => choice === node.value);
  return found ?? node.fault(`must be one of ${choices.join(', ')}, but is ${shown(node.value)}`);
}

/** A list of distinct texts, at least one. */
export function readTexts(node: SchemaNode): readonly string[] | undefined {
  if (Array.isArray(node.value) && node.value.length > 0) return readAnyTexts(node);
  return node.fault(`must be a list with at least one text in it, but is ${shown(node.value)}`);
}

/** A list of distinct texts, which may be empty. */
export function readAnyTexts(node: SchemaNode): readonly string[] | undefined {
  if (!Array.isArray(node.value)) return node.fault(`must be a list of texts, but is ${shown(node.value)}`);
  const texts = new Set<string>();
  for (const item of node.items()) {
    const text = readText(item);
    if (text === undefined) continue;
    if (texts.has(text)) item.fault(`${shown(text)} stands here twice: remove one`);
    texts.add(text);
  }
  return texts.size === node.value.length ? Object.freeze([...texts]) : undefined;
}

/** Reports a section that is present but not an object. */
export function checkSection(node: SchemaNode): void {
  if (node.present && !isPlainObject(node.value))
    node.fault(`must be an object, but is ${shown(node.value)}`);
}

/** Reports a lower bound above its upper bound. */
export function checkBounds(node: SchemaNode, low: string, high: string, inOrder: boolean): void {
  if (!inOrder) node.at(low).fault(`is above ${high}: no value could fit`);
}

/** Formats a value for a message: its JSON, shortened if it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Freezes a copy without undefined members. */
export function frozen<T extends object>(value: T): Readonly<Present<T>> {
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.freeze(Object.fromEntries(kept)) as Readonly<Present<T>>;
}
