import type { Schema } from '../../domain/schema/schema.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { SchemaFiles } from '../ports/schema-files.js';
import type { SchemaReload } from '../ports/schema-reload.js';
import type { SchemaStore } from '../ports/schema-store.js';
import type { MentionsOf } from './mentions.js';

export interface TypeBuilderDependencies {
  readonly files: SchemaFiles;
  readonly store: SchemaStore;
  readonly reload: SchemaReload;
  /** The schema that is served. */
  readonly schema: Schema;
  readonly mentionsOf: MentionsOf;
  readonly isTransient: boolean;
  readonly audit: AuditTrail | undefined;
}
