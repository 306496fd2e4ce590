/** A query parameter as its text says it: brackets are members, a name without `=` is null, repeated names are a list. */
export type Param = string | null | readonly Param[] | ParamRecord;

/** Without a prototype, so every member is one that was sent. */
export interface ParamRecord {
  readonly [key: string]: Param;
}

export const isRecord = (param: Param | undefined): param is ParamRecord =>
  typeof param === 'object' && param !== null && !Array.isArray(param);

export const isList = (param: Param | undefined): param is readonly Param[] => Array.isArray(param);
