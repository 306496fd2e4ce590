/** The content-types and components of an app, as their files declare them, not yet checked. */
export interface SchemaSources {
  readonly contentTypes: readonly ContentTypeSource[];
  readonly components: readonly ComponentSource[];
  /** How the admin page shows the entries of a content-type or the items of a component; absent: none has a layout. */
  readonly layouts?: readonly LayoutSource[];
  /** Absent: `en`. */
  readonly defaultLocale?: string;
}

export interface ContentTypeSource {
  /** `api::restaurant.restaurant`, `plugin::upload.file` … */
  readonly uid: string;
  /** The source's name in messages: a path relative to the app directory, or a name in code. */
  readonly file: string;
  /** The parsed JSON of `schema.json`. */
  readonly definition: unknown;
  /** Why there is no definition: the file is not JSON or cannot be read. It is reported with the other faults. */
  readonly unreadable?: string;
}

export interface ComponentSource {
  /** `sections.quote`: category and name. */
  readonly uid: string;
  readonly file: string;
  readonly definition: unknown;
  readonly unreadable?: string;
}

export interface LayoutSource {
  /** Of the content-type or component that it is about. */
  readonly uid: string;
  readonly file: string;
  /** The parsed JSON of `layout.json`. */
  readonly definition: unknown;
  readonly unreadable?: string;
}

/** A fault in a schema file: where it is, what is wrong, and how to correct it. */
export interface SchemaFault {
  readonly file: string;
  /** The path inside the file: `attributes.owner.target`. */
  readonly path: string;
  readonly message: string;
}
