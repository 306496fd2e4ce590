import type {
  AttributeOf,
  ComposedName,
  IsContentType,
  IsZone,
  Registry,
  ScalarName,
  TargetOf,
} from './registry.js';
import type { InputValue } from './values.js';

interface Presence {
  readonly $null?: boolean;
  readonly $notNull?: boolean;
}

export interface Joined<Condition> {
  readonly $and?: readonly Condition[];
  readonly $or?: readonly Condition[];
  readonly $not?: Condition;
}

export interface Compared<Value> extends Presence, Joined<Compared<Value>> {
  readonly $eq?: Value;
  readonly $ne?: Value;
  readonly $lt?: Value;
  readonly $lte?: Value;
  readonly $gt?: Value;
  readonly $gte?: Value;
  readonly $in?: readonly Value[];
  readonly $notIn?: readonly Value[];
  readonly $between?: readonly [Value, Value];
}

interface Searched {
  readonly $eqi?: string;
  readonly $nei?: string;
  readonly $contains?: string;
  readonly $notContains?: string;
  readonly $containsi?: string;
  readonly $notContainsi?: string;
}

export interface OfText<Value> extends Compared<Value>, Searched {
  readonly $startsWith?: string;
  readonly $startsWithi?: string;
  readonly $endsWith?: string;
  readonly $endsWithi?: string;
}

interface OfJson extends Presence, Searched, Joined<OfJson> {
  readonly $eq?: string;
  readonly $ne?: string;
  readonly $in?: readonly string[];
  readonly $notIn?: readonly string[];
}

type Textual = 'string' | 'text' | 'richtext' | 'email' | 'password' | 'uid' | 'enumeration';

/** The conditions on a scalar attribute; a value alone means `$eq`. */
export type Condition<Attribute> = Attribute extends { readonly type: 'json' | 'blocks' }
  ? string | OfJson
  : Attribute extends { readonly type: Textual }
    ? InputValue<Attribute> | OfText<InputValue<Attribute>>
    : InputValue<Attribute> | Compared<InputValue<Attribute>>;

interface OfDocument {
  readonly id?: number | Compared<number>;
  readonly documentId?: string | OfText<string>;
}

type Own<R extends Registry, S> = {
  readonly [Name in ScalarName<R, S>]?: Condition<AttributeOf<S, Name>>;
};

type Through<R extends Registry, S> = {
  readonly [
    Name in ComposedName<R, S> as IsZone<AttributeOf<S, Name>> extends false ? Name : never
  ]?: Filters<R, TargetOf<R, AttributeOf<S, Name>>>;
};

/** The conditions on a content-type or component. */
export type Filters<R extends Registry, S> = Own<R, S> &
  Through<R, S> &
  Joined<Filters<R, S>> &
  Presence &
  (IsContentType<S> extends true ? OfDocument : Pick<OfDocument, 'id'>);
