import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import { failure, type Failure } from '../../../../domain/failure.js';

export const unsafeChange = (changes: readonly SchemaChange[]): Failure =>
  failure(
    'SCHEMA.UNSAFE_CHANGE',
    `The stored data does not fit the schema:\n${changes.map(({ message }) => `- ${message}`).join('\n')}`,
    { changes },
  );
