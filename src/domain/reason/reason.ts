import type { english } from './english.js';

export type ReasonCode = keyof typeof english;

/** A list is joined by commas in English. */
type Parameter = string | number | readonly string[];

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The path of a value is added with the value. */
type ParametersOf<Code extends ReasonCode> = Readonly<
  Record<Exclude<NamesIn<(typeof english)[Code]>, 'path'>, Parameter>
>;

/** Why something is refused: what its words in any language are made of. */
export interface Reason {
  readonly code: ReasonCode;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

export const reason = <Code extends ReasonCode>(
  code: Code,
  ...[parameters]: keyof ParametersOf<Code> extends never ? [] : [ParametersOf<Code>]
): Reason => ({ code, parameters: parameters ?? {} });

/** Why a key is refused. The place is left out if it is the key itself. */
export const keyReason = (key: string, place: string | null): Reason =>
  place === null || place === key ? reason('key.invalid', { key }) : reason('key.invalidAt', { key, place });
