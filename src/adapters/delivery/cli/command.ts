import type { Result } from '../../../domain/result.js';
import type { Problem } from './describe-problem.js';
import type { Outcome } from './outcome.js';
import type { Session } from './session.js';

/** An option without a value, such as `--json`, or one with a value that the usage shows so: `--port N`. */
interface Option {
  readonly value?: string;
  readonly isRequired?: true;
  readonly isRepeated?: true;
}

export const flag: Option & { readonly value?: never } = {};

export type Options = Readonly<Record<string, Option>>;

type OptionValue<O extends Option> = O extends { readonly isRepeated: true }
  ? readonly string[]
  : O extends { readonly isRequired: true }
    ? string
    : O extends { readonly value: string }
      ? string | undefined
      : boolean;

/** What a command line gives for the options of a command. */
type OptionValues<O extends Options> = { readonly [Name in keyof O]: OptionValue<O[Name]> };

type OperandValue<Name> = Name extends `[${string}` ? string | undefined : string;

type OperandValues<Names extends readonly string[]> = Names extends readonly [
  ...infer First extends readonly string[],
  `${string}…` | `[${string}…]`,
]
  ? readonly [...OperandValues<First>, ...string[]]
  : { readonly [At in keyof Names]: OperandValue<Names[At]> };

/** What a command does once its arguments are read. */
export type Run = (context: Context) => Promise<Result<Outcome, Problem>>;

interface Description {
  /** The words after `quire`: `token create`. */
  readonly name: string;
  /** What it does, for the usage and docs/command-line.md. */
  readonly summary: string;
  /** The page of docs/ that explains it. */
  readonly page: string;
}

/** One command of the command line. */
export interface Command extends Description {
  readonly operands: readonly string[];
  readonly options: Options;
  /** What to do, or what is wrong with the arguments. The operands and options fit the declared ones. */
  readonly read: (operands: readonly string[], options: Readonly<Record<string, unknown>>) => Run | string;
}

/**
 * Declares a command. An operand in brackets may be left out, and one that ends in `…` may be repeated: `[NAME…]`.
 * The types of what `read` takes follow from `operands` and `options`.
 */
export const command = <const Names extends readonly string[] = [], const O extends Options = {}>(
  declared: Description & {
    readonly operands?: Names;
    readonly options?: O;
    readonly read: (operands: OperandValues<Names>, options: OptionValues<O>) => Run | string;
  },
): Command => ({ operands: [], options: {}, ...declared, read: declared.read as unknown as Command['read'] });

/** Where a command writes while it is at work. */
export interface Screen {
  readonly out: (text: string) => void;
  readonly note: (text: string) => void;
  /** How wide the terminal is that notes go to; null: they go elsewhere. */
  readonly noteWidth: number | null;
}

export interface StartRequest {
  readonly app: string;
  readonly port?: string;
  readonly host?: string;
}

/** What commands can do besides writing to the screen. */
export interface Services {
  /** Serves until a signal ends it. */
  readonly start: (request: StartRequest) => Promise<Result<void, Problem>>;
  /** The GraphQL schema as text. Opens no database. */
  readonly printGraphql: (app: string) => Promise<Result<string, Problem>>;
  /** The description of the REST API, as JSON. Opens no database. */
  readonly printOpenApi: (app: string) => Promise<Result<string, Problem>>;
  readonly open: (app: string) => Promise<Result<Session, Problem>>;
}

export interface Context extends Screen, Services {
  /** The app directory. */
  readonly app: string;
}
