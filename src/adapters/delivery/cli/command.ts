import type { CheckedBackup } from '../../../application/backup/check-backup.js';
import type { Result } from '../../../domain/result.js';
import type { Problem } from './describe-problem.js';
import type { Outcome } from './outcome.js';
import type { Session } from './session.js';

/** An option without a value, such as `--json`, or with one. The usage shows `value` as its name: `--port N`. */
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

/** The values of a command's options. */
type OptionValues<O extends Options> = { readonly [Name in keyof O]: OptionValue<O[Name]> };

type OperandValue<Name> = Name extends `[${string}` ? string | undefined : string;

type OperandValues<Names extends readonly string[]> = Names extends readonly [
  ...infer First extends readonly string[],
  `${string}…` | `[${string}…]`,
]
  ? readonly [...OperandValues<First>, ...string[]]
  : { readonly [At in keyof Names]: OperandValue<Names[At]> };

/** Runs a command after its arguments are read. */
export type Run = (context: Context) => Promise<Result<Outcome, Problem>>;

interface Description {
  /** The words after `quire`: `token create`. */
  readonly name: string;
  /** A summary for the usage and docs/command-line.md. */
  readonly summary: string;
  /** The page of docs/ that explains the command. */
  readonly page: string;
}

/** One command of the command line. */
export interface Command extends Description {
  readonly operands: readonly string[];
  readonly options: Options;
  /** Returns what to run, or a message if the arguments are wrong. The operands and options fit the declared ones. */
  readonly read: (operands: readonly string[], options: Readonly<Record<string, unknown>>) => Run | string;
}

/**
 * Declares a command. An operand in brackets may be left out, and one that ends in `…` may be repeated: `[NAME…]`.
 * The parameter types of `read` follow from `operands` and `options`.
 */
export const command = <const Names extends readonly string[] = [], const O extends Options = {}>(
  declared: Description & {
    readonly operands?: Names;
    readonly options?: O;
    readonly read: (operands: OperandValues<Names>, options: OptionValues<O>) => Run | string;
  },
): Command => ({ operands: [], options: {}, ...declared, read: declared.read as unknown as Command['read'] });

/** Where a command writes while it runs. */
export interface Screen {
  readonly out: (text: string) => void;
  readonly note: (text: string) => void;
  /** The width of the terminal that shows notes; null if they do not go to a terminal. */
  readonly noteWidth: number | null;
}

export interface ServeRequest {
  readonly app: string;
  readonly port?: string;
  readonly host?: string;
}

export interface StartRequest extends ServeRequest {
  /** The number of workers; absent: this process serves alone. `auto`: as many as there are processors. */
  readonly workers?: number | 'auto';
}

export interface TypesRequest {
  readonly app: string;
  /** Only compares. */
  readonly isCheck: boolean;
  /** Absolute; by default `types/generated` of the app. */
  readonly folder?: string;
}

/** The answers that a command line gave; what is missing is asked, or has a default with `yes`. */
export interface InitRequest {
  readonly directory: string;
  readonly yes: boolean;
  readonly template?: 'blank' | 'blog';
  /** The folder of a project of Strapi to begin with. */
  readonly from?: string;
  readonly language?: 'ts' | 'js';
  readonly database?: 'embedded' | 'postgres' | 'mongodb';
}

/** Everything else that commands can use. */
export interface Services {
  /** Serves the API until a signal ends the process. */
  readonly start: (request: StartRequest) => Promise<Result<void, Problem>>;
  /** Serves the API, and follows changes of the app's files, until a signal ends the process. */
  readonly develop: (request: ServeRequest) => Promise<Result<void, Problem>>;
  /** Writes a new project. Returns what to tell its author. */
  readonly init: (request: InitRequest) => Promise<Result<string, Problem>>;
  /** Returns the GraphQL schema as text, in the format of the settings or in this one. Does not open a database. */
  readonly printGraphql: (app: string, format?: 'v4' | 'v5') => Promise<Result<string, Problem>>;
  /** Returns the OpenAPI description of the REST API, or of that of the admin page, as JSON. Does not open a database. */
  readonly printOpenApi: (app: string, of: 'content' | 'admin') => Promise<Result<string, Problem>>;
  /** Writes the types of the content-types, or compares them. Returns the paths of what was not up to date. */
  readonly types: (request: TypesRequest) => Promise<Result<readonly string[], Problem>>;
  /** Lets scripts of the app import packages of this program. Returns the folders that were written. */
  readonly link: (app: string) => Promise<Result<readonly string[], Problem>>;
  /** Reads a backup whole. Does not open a database. */
  readonly checkBackup: (
    path: string,
    onRead: (rows: number) => void,
  ) => Promise<Result<CheckedBackup, Problem>>;
  readonly open: (app: string) => Promise<Result<Session, Problem>>;
}

export interface Context extends Screen, Services {
  /** The app directory. */
  readonly app: string;
}
