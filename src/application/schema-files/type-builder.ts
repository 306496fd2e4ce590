import type { PlainObject } from '../../domain/document/plain-object.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { SchemaEdit } from '../../domain/schema/schema-edit.js';
import type { SchemaFault } from '../../domain/schema/schema-source.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { FileChange, WhyFixed } from '../ports/schema-files.js';
import type { Reloaded } from '../ports/schema-reload.js';
import type { CountedLeftover, SchemaChange } from '../ports/schema-store.js';

/**
 * Reads, plans and writes changes of the schema files of an app. `read` and `plan` need `find` on `plugin::admin.type`,
 * `apply` needs `update`; otherwise they fail with `POLICY.DENIED`.
 */
export interface TypeBuilder {
  read(principal: Principal): Promise<Result<TypesState>>;
  /** Says what edits would change. Changes nothing. */
  plan(principal: Principal, edits: readonly SchemaEdit[]): Promise<Result<TypesPlan>>;
  /**
   * Writes the files, all or none, and has them served. Fails with `STORE.CONFLICT` if the files are not those of
   * `revision`, with `INPUT.INVALID` for faults (`details.faults`), and with `INPUT.MISMATCH` if the files cannot be
   * written, if a change is unsafe (`details.changes`), or if the app could not be served with them
   * (`details.problem`; `details.areKept` says whether they stay).
   */
  apply(principal: Principal, request: ApplyRequest): Promise<Result<Applied>>;
  /** Returns what the database has kept of removed content-types and attributes. Needs `find`. */
  leftovers(principal: Principal): Promise<Result<readonly CountedLeftover[]>>;
  /**
   * Removes one of them with its content and the grants that name it, for ever. Needs `delete`. Fails with
   * `STORE.CONFLICT` if it does not hold as many values as the principal was shown, and with `INPUT.MISMATCH` if there is no such
   * leftover.
   */
  drop(principal: Principal, request: DropRequest): Promise<Result<void>>;
}

export interface DropRequest {
  readonly name: string;
  readonly values: number;
}

export interface ApplyRequest {
  readonly revision: string;
  readonly edits: readonly SchemaEdit[];
}

export interface Applied {
  readonly files: readonly string[];
  readonly reloaded: Extract<Reloaded['kind'], 'served' | 'later'>;
}

export interface TypesState {
  /** Names the files as they are on disk. */
  readonly revision: string;
  /** Why nothing can be changed; null: it can. */
  readonly fixed: WhyFixed | 'right' | null;
  readonly shapes: readonly Shape[];
  /** Content-types without a file that relations can lead to. */
  readonly builtIns: readonly { readonly uid: Uid; readonly displayName: string }[];
}

/** A content-type or component, as its file declares it. */
export interface Shape {
  readonly uid: Uid;
  readonly shaped: 'content-type' | 'component';
  readonly file: string;
  /** Null if the file is no JSON object. */
  readonly definition: PlainObject | null;
  /** Null if there is no layout file. */
  readonly layout: { readonly file: string; readonly definition: PlainObject | null } | null;
}

export interface TypesPlan extends TypesState {
  readonly faults: readonly SchemaFault[];
  readonly files: readonly FileChange[];
  /** What the database will do; of leftovers only those that the edits make. Empty while there are faults. */
  readonly changes: readonly SchemaChange[];
  /** Sentences about attributes that may be renamed ones: their content would stay behind. */
  readonly renames: readonly string[];
  readonly mentions: readonly Mention[];
  /** Whether the database ends with each version that is served. */
  readonly isTransient: boolean;
}

/**
 * A role of either kind, an API token, a saved view or a webhook that names what the edits take away; or an attribute (`name`)
 * that is always shown from then on, because its condition named it.
 */
export interface Mention {
  readonly kind: 'administratorRole' | 'contentRole' | 'token' | 'view' | 'webhook' | 'condition';
  readonly name: string;
  readonly type: Uid;
  readonly attribute: string | null;
}
