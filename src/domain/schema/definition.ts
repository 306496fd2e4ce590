/** A content-type that the server brings, in the form of a schema file. */
export type Definition = {
  readonly collectionName: string;
  readonly info: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** For names whose plural ends in s. */
export const info = (singularName: string, displayName: string) => ({
  singularName,
  pluralName: `${singularName}s`,
  displayName,
});
