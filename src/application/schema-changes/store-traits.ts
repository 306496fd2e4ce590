/** What the comparison depends on where stores differ. */
export interface StoreTraits {
  /** The words for a collection and a field in messages. */
  readonly collection: 'Table' | 'Collection';
  readonly field: 'Column' | 'Attribute';
  /** Whether index names are unique only within a collection, so that `drop` and messages include the collection. */
  readonly namesIndexesByCollection: boolean;
  /** Whether indexes are updated when their field is renamed or converted, and can be renamed themselves. */
  readonly indexesFollowFields: boolean;
  /** Whether Quire may use an empty collection that it did not create. */
  readonly adoptsEmptyCollections: boolean;
  /**
   * Whether an index has a name of the form that Quire uses. If it is not in the record, it is then listed as a
   * leftover.
   */
  readonly isOwnIndex?: (name: string) => boolean;
}
