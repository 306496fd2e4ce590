/** A parsed query parameter: brackets are members, a name without `=` is null, repeated names are a list. */
export type Param = string | null | readonly Param[] | ParamRecord;

/** Without a prototype, so that it has only members of the request. */
export interface ParamRecord {
  readonly [key: string]: Param;
}

export const isRecord = (param: Param | undefined): param is ParamRecord =>
  typeof param === 'object' && param !== null && !Array.isArray(param);

export const isList = (param: Param | undefined): param is readonly Param[] => Array.isArray(param);
