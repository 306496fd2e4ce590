export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The value of a `blocks` attribute. */
export type Blocks = { type: string; [member: string]: unknown }[];

/** The values of answers, by attribute type. */
interface Output {
  readonly string: string;
  readonly text: string;
  readonly richtext: string;
  readonly email: string;
  readonly password: string;
  readonly uid: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:mm:ss` */
  readonly time: string;
  /** ISO 8601 in UTC */
  readonly datetime: string;
  readonly timestamp: string;
  readonly integer: number;
  /** Digits. */
  readonly biginteger: string;
  readonly float: number;
  readonly decimal: number;
  readonly boolean: boolean;
  // The schema does not describe the form of JSON.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
  readonly blocks: Blocks;
}

/** The value of a scalar attribute in an answer, without null. */
export type OutputValue<Attribute> = Attribute extends {
  readonly type: 'enumeration';
  readonly enum: readonly (infer Value)[];
}
  ? Value
  : Attribute extends { readonly type: infer Type extends keyof Output }
    ? Output[Type]
    : unknown;

/** The value of a scalar attribute in a body, without null. */
export type InputValue<Attribute> = Attribute extends { readonly type: 'date' | 'datetime' | 'timestamp' }
  ? string | Date
  : Attribute extends { readonly type: 'biginteger' }
    ? string | number | bigint
    : Attribute extends { readonly type: 'json' }
      ? unknown
      : Attribute extends { readonly type: 'blocks' }
        ? readonly { readonly type: string; readonly [member: string]: unknown }[]
        : OutputValue<Attribute>;
