/** The registry that generated files fill, by `declare module`. */
export declare namespace Public {
  /** By UID. */
  interface ContentTypeSchemas {}
  /** By UID. */
  interface ComponentSchemas {}
}
