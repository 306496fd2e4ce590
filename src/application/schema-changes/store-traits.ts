/** What a store declares of itself, so that the comparison suits it. */
export interface StoreTraits {
  /** What messages call a collection, and a field of it. */
  readonly collection: 'Table' | 'Collection';
  readonly field: 'Column' | 'Attribute';
  /** Whether one database has many indexes of one name, so that `drop` and messages name their collection too. */
  readonly namesIndexesByCollection: boolean;
  /** Whether indexes follow when their field is renamed or converted, and can be renamed themselves. */
  readonly indexesFollowFields: boolean;
  /** Whether a collection that Quire did not make may be used while it is empty. */
  readonly adoptsEmptyCollections: boolean;
  /** Whether an index bears a name that Quire gives: one that is not in the record is then listed as a leftover. */
  readonly isOwnIndex?: (name: string) => boolean;
}
