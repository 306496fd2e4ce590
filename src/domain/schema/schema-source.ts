/** A content-type or component as its file says it, not yet checked. */
export interface SchemaSources {
  readonly contentTypes: readonly ContentTypeSource[];
  readonly components: readonly ComponentSource[];
  /** `en` unless told. */
  readonly defaultLocale?: string;
}

export interface ContentTypeSource {
  /** `api::restaurant.restaurant`, `plugin::upload.file` … */
  readonly uid: string;
  /** Where it stands, for messages: a path relative to the app directory, or a name in code. */
  readonly file: string;
  /** The parsed JSON of `schema.json`. */
  readonly definition: unknown;
  /** Why there is no definition: the file is no JSON, or cannot be read. Becomes a fault beside the others. */
  readonly unreadable?: string;
}

export interface ComponentSource {
  /** `sections.quote`: category and name. */
  readonly uid: string;
  readonly file: string;
  readonly definition: unknown;
  readonly unreadable?: string;
}

/** One thing wrong in a schema file: where, what, and what to do about it. */
export interface SchemaFault {
  readonly file: string;
  /** The path inside the file: `attributes.owner.target`. */
  readonly path: string;
  readonly message: string;
}
