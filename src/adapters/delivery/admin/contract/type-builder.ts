import * as t from 'io-ts';
import type { AttributeDefinition, SchemaEdit } from '../../../../domain/schema/schema-edit.js';
import type { SchemaFault } from '../../../../domain/schema/schema-source.js';
import type { Uid } from '../../../../domain/schema/schema.js';

/** `GET types`. */
export interface TypesAnswer {
  /** Names the files as they are on disk; `POST types/apply` wants it back. */
  readonly revision: string;
  /** Why nothing can be changed; null: it can. */
  readonly fixed: 'production' | 'compiled' | 'unwritable' | 'right' | null;
  readonly shapes: readonly ShapeView[];
  /** Content-types without a file that relations can lead to. */
  readonly builtIns: readonly { readonly uid: Uid; readonly displayName: string }[];
}

/** A content-type or component, as its file declares it. */
export interface ShapeView {
  readonly uid: Uid;
  readonly shaped: 'content-type' | 'component';
  readonly file: string;
  /** Null if the file is no JSON object. */
  readonly definition: AttributeDefinition | null;
}

/** `POST types/plan` with a `PlanBody`. */
export interface PlanAnswer extends TypesAnswer {
  readonly faults: readonly SchemaFault[];
  readonly files: readonly {
    readonly file: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly changes: readonly {
    readonly kind: 'safe' | 'unsafe' | 'leftover';
    readonly name: string;
    readonly message: string;
  }[];
  readonly renames: readonly string[];
  readonly mentions: readonly {
    readonly kind: 'administratorRole' | 'webhook';
    readonly name: string;
    readonly type: Uid;
    readonly attribute: string | null;
  }[];
  readonly isTransient: boolean;
}

/** `POST types/apply` with an `ApplyBody`. 409: the files have changed. */
export interface ApplyAnswer {
  readonly files: readonly string[];
  /** `later`: the next start serves the files. */
  readonly reloaded: 'served' | 'later';
}

/** `GET types/leftovers`. Counts whole tables. */
export interface LeftoversAnswer {
  readonly leftovers: readonly LeftoverView[];
  /** Whether `POST types/drop` is allowed. */
  readonly mayDrop: boolean;
}

export interface LeftoverView {
  /** A table, column (`table.column`) or index; or a content-type or attribute that grants name. */
  readonly name: string;
  readonly about: readonly { readonly type: Uid; readonly attribute?: string }[];
  /** Rows of a table, values of a column; 0 for indexes and grants. */
  readonly values: number;
}

/** `POST types/drop`: what was shown. 409: it holds more or less by now. */
export const DropBody = t.exact(t.type({ name: t.string, values: t.number }));

const Options = t.exact(
  t.partial({
    displayName: t.string,
    description: t.string,
    singularName: t.string,
    pluralName: t.string,
    collectionName: t.string,
    draftAndPublish: t.boolean,
    localized: t.boolean,
  }),
);

const ofAttribute = { uid: t.string, name: t.string };

const Edit: t.Type<SchemaEdit, unknown> = t.union([
  t.exact(
    t.type({
      edit: t.literal('addType'),
      uid: t.string,
      kind: t.union([t.literal('collectionType'), t.literal('singleType')]),
      options: Options,
    }),
  ),
  t.exact(t.type({ edit: t.literal('addComponent'), uid: t.string, options: Options })),
  t.exact(t.type({ edit: t.literal('changeShape'), uid: t.string, options: Options })),
  t.exact(t.type({ edit: t.literal('removeShape'), uid: t.string })),
  t.exact(t.type({ edit: t.literal('addAttribute'), ...ofAttribute, attribute: t.UnknownRecord })),
  t.exact(t.type({ edit: t.literal('changeAttribute'), ...ofAttribute, attribute: t.UnknownRecord })),
  t.exact(t.type({ edit: t.literal('renameAttribute'), ...ofAttribute, to: t.string })),
  t.exact(t.type({ edit: t.literal('removeAttribute'), ...ofAttribute })),
]);

export const PlanBody = t.exact(t.type({ edits: t.readonlyArray(Edit) }));
export const ApplyBody = t.exact(t.type({ revision: t.string, edits: t.readonlyArray(Edit) }));
