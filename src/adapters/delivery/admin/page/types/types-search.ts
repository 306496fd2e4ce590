/** What the address of the screen says. */
export interface TypesSearch {
  readonly uid?: string;
}

export const readTypesSearch = ({ uid }: Record<string, unknown>): TypesSearch =>
  typeof uid === 'string' ? { uid } : {};
