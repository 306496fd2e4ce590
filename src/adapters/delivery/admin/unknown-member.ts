import type * as t from 'io-ts';
import { isPlainObject } from '../../../domain/document/plain-object.js';

/** What the codecs of bodies are made of. */
interface Coded extends t.Mixed {
  readonly _tag?: string;
  readonly type?: Coded;
  readonly types?: readonly Coded[];
  readonly props?: Readonly<Record<string, Coded>>;
}

/** Returns the path of the first member of a value that its codec does not describe; undefined: there is none. */
export function unknownMember(codec: Coded, value: unknown): string | undefined {
  const { _tag: tag } = codec;
  if (codec.type !== undefined && Array.isArray(value)) return unknownIn(codec.type, Object.entries(value));
  if (tag === 'UnionType') {
    const unknown = fitting(codec, value).map((one) => unknownMember(one, value));
    return unknown.includes(undefined) ? undefined : unknown[0];
  }
  if (!isPlainObject(value)) return undefined;
  const members = membersOf(codec);
  if (members === undefined) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const known = members.get(name);
    if (known === undefined) return name;
    const within = known.map((one) => unknownMember(one, member));
    if (!within.includes(undefined)) return `${name}.${within[0]}`;
  }
  return undefined;
}

function unknownIn(codec: Coded, items: readonly (readonly [string, unknown])[]): string | undefined {
  for (const [at, item] of items) {
    const unknown = unknownMember(codec, item);
    if (unknown !== undefined) return `${at}.${unknown}`;
  }
  return undefined;
}

const fitting = ({ types = [] }: Coded, value: unknown): readonly Coded[] =>
  types.filter((one) => one.is(value));

/** The codecs of each described member; undefined: any may be there. */
function membersOf(codec: Coded): ReadonlyMap<string, readonly Coded[]> | undefined {
  const { _tag: tag } = codec;
  switch (tag) {
    case 'ExactType':
      return codec.type && membersOf(codec.type);
    case 'InterfaceType':
    case 'PartialType':
      return new Map(Object.entries(codec.props ?? {}).map(([name, one]) => [name, [one]]));
    case 'IntersectionType':
      return joined((codec.types ?? []).map(membersOf));
    default:
      return undefined;
  }
}

function joined(
  parts: readonly (ReadonlyMap<string, readonly Coded[]> | undefined)[],
): ReadonlyMap<string, readonly Coded[]> | undefined {
  const all = new Map<string, readonly Coded[]>();
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const [name, codecs] of part) all.set(name, [...(all.get(name) ?? []), ...codecs]);
  }
  return all;
}
