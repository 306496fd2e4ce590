import type { Reloaded } from '../../application/ports/schema-reload.js';
import type { WantedAddress } from '../listen.js';
import type { SchemaOutline } from '../../domain/schema/possible-renames.js';

/** What the parent says to a worker. A `connection` comes with its socket. */
export type ToWorker =
  | { readonly kind: 'open'; readonly request: OpenRequest }
  | { readonly kind: 'connection' }
  /** The answer to `listen`: a URL, or why nothing listens. */
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'refused'; readonly message: string }
  /** What is wrong with the files now, for the page at `/`; null: nothing. */
  | { readonly kind: 'problem'; readonly text: string | null }
  /** Write the announced files now. */
  | { readonly kind: 'write' }
  /** How the written files are served. */
  | { readonly kind: 'reloaded'; readonly reloaded: Reloaded }
  /** Finish the requests, and end. `successor` is where later requests are answered. */
  | { readonly kind: 'retire'; readonly successor?: string };

/** Files that a worker is going to write. */
export interface AnnouncedWrite {
  readonly files: readonly string[];
  /** Possible renames that are none. */
  readonly accepted: readonly string[];
}

export interface OpenRequest {
  readonly directory: string;
  readonly port?: string;
  readonly host?: string;
  /** The schema that is served now. */
  readonly served?: SchemaOutline;
  /** Possible renames that the developer has seen and wants to go on with. */
  readonly accepted: readonly string[];
}

/** What a worker says to the parent. */
export type FromWorker =
  /** Its modules are loaded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'listen'; readonly wanted: WantedAddress }
  | { readonly kind: 'writing'; readonly write: AnnouncedWrite }
  /** All files are written, or none. */
  | { readonly kind: 'written'; readonly isWritten: boolean }
  | { readonly kind: 'opened'; readonly opened: Opened }
  | { readonly kind: 'failed'; readonly text: string }
  /** The app would open, but these attributes may be renamed ones. */
  | { readonly kind: 'undecided'; readonly renames: readonly string[] };

export interface Opened {
  readonly outline: SchemaOutline;
  readonly database: 'embedded' | 'memory' | 'server';
}
