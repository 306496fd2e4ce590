import type { Json, Stored } from '../../../../../../domain/schema/schema.js';

export interface ValueProps<A extends Stored = Stored> {
  readonly attribute: A;
  readonly value: Json;
  readonly change: (value: Json) => void;
  /** As in `sections.0.title`; it is the id of the field too. */
  readonly path: string;
  /** What the server refused at this path and below it. */
  readonly faults: Readonly<Record<string, string>>;
  readonly isReadOnly: boolean;
}
