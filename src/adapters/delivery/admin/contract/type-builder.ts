import * as t from 'io-ts';
import type { SchemaEdit } from '../../../../domain/schema/schema-edit.js';
import { Integer, listOf, oneOf, orNull } from './wire.js';

/** A content-type or component, as its file declares it. */
const ShapeView = t.type(
  {
    uid: t.string,
    shaped: oneOf(['content-type', 'component']),
    file: t.string,
    /** Null if the file is no JSON object. */
    definition: orNull(t.UnknownRecord),
    /** Null if there is no layout file. */
    layout: orNull(t.type({ file: t.string, definition: orNull(t.UnknownRecord) })),
  },
  'Shape',
);
export type ShapeView = t.TypeOf<typeof ShapeView>;

export const TypesAnswer = t.type(
  {
    /** Names the files as they are on disk; `POST types/apply` wants it back. */
    revision: t.string,
    /** Why nothing can be changed; null: it can. */
    fixed: orNull(oneOf(['production', 'compiled', 'unwritable', 'right'])),
    shapes: listOf(ShapeView),
    /** Content-types without a file that relations can lead to. */
    builtIns: listOf(t.type({ uid: t.string, displayName: t.string })),
  },
  'Types',
);
export type TypesAnswer = t.TypeOf<typeof TypesAnswer>;

export const PlanAnswer = t.intersection(
  [
    TypesAnswer,
    t.type({
      faults: listOf(t.type({ file: t.string, path: t.string, message: t.string })),
      files: listOf(t.type({ file: t.string, before: orNull(t.string), after: orNull(t.string) })),
      changes: listOf(
        t.type({ kind: oneOf(['safe', 'unsafe', 'leftover']), name: t.string, message: t.string }),
      ),
      renames: listOf(t.string),
      mentions: listOf(
        t.type({
          /** `condition`: the attribute `name` is always shown then, because its condition named what goes. */
          kind: oneOf(['administratorRole', 'contentRole', 'token', 'view', 'webhook', 'condition']),
          name: t.string,
          type: t.string,
          attribute: orNull(t.string),
        }),
      ),
      isTransient: t.boolean,
    }),
  ],
  'TypesPlan',
);
export type PlanAnswer = t.TypeOf<typeof PlanAnswer>;

export const ApplyAnswer = t.type(
  {
    files: listOf(t.string),
    /** `later`: the next start serves the files. */
    reloaded: oneOf(['served', 'later']),
  },
  'AppliedTypes',
);
export type ApplyAnswer = t.TypeOf<typeof ApplyAnswer>;

const LeftoverView = t.type(
  {
    /** A table, column (`table.column`) or index; or a content-type or attribute that grants name. */
    name: t.string,
    about: listOf(t.intersection([t.type({ type: t.string }), t.partial({ attribute: t.string })])),
    /** Rows of a table, values of a column; 0 for indexes and grants. */
    values: Integer,
  },
  'Leftover',
);
export type LeftoverView = t.TypeOf<typeof LeftoverView>;

export const LeftoversAnswer = t.type(
  {
    leftovers: listOf(LeftoverView),
    /** Whether `POST types/drop` is allowed. */
    mayDrop: t.boolean,
  },
  'Leftovers',
);
export type LeftoversAnswer = t.TypeOf<typeof LeftoversAnswer>;

/** What was shown. 409: it holds more or less by now. */
export const DropBody = t.exact(t.type({ name: t.string, values: t.number }), 'DropBody');

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
  'ShapeOptions',
);

const ofAttribute = { uid: t.string, name: t.string };

const edits = t.union(
  [
    t.exact(
      t.type({
        edit: t.literal('addType'),
        uid: t.string,
        kind: oneOf(['collectionType', 'singleType']),
        options: Options,
      }),
    ),
    t.exact(t.type({ edit: t.literal('addComponent'), uid: t.string, options: Options })),
    t.exact(t.type({ edit: t.literal('changeShape'), uid: t.string, options: Options })),
    t.exact(t.type({ edit: t.literal('removeShape'), uid: t.string })),
    t.exact(t.type({ edit: t.literal('setLayout'), uid: t.string, layout: orNull(t.UnknownRecord) })),
    t.exact(t.type({ edit: t.literal('addAttribute'), ...ofAttribute, attribute: t.UnknownRecord })),
    t.exact(t.type({ edit: t.literal('changeAttribute'), ...ofAttribute, attribute: t.UnknownRecord })),
    t.exact(t.type({ edit: t.literal('renameAttribute'), ...ofAttribute, to: t.string })),
    t.exact(t.type({ edit: t.literal('moveAttribute'), ...ofAttribute, before: orNull(t.string) })),
    t.exact(t.type({ edit: t.literal('removeAttribute'), ...ofAttribute })),
  ],
  'SchemaEdit',
);
const Edit: t.Type<SchemaEdit, unknown> = edits;

export const PlanBody = t.exact(t.type({ edits: t.readonlyArray(Edit) }), 'PlanBody');
export const ApplyBody = t.exact(t.type({ revision: t.string, edits: t.readonlyArray(Edit) }), 'ApplyBody');
