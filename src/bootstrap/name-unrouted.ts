import type { Log } from '../application/ports/log.js';
import type { ContentType, Schema } from '../domain/schema/schema.js';

/** Says once which content-types have tables but no routes yet, and why, so that a 404 is no riddle. */
export function nameUnrouted(schema: Schema, log: Log): void {
  const unrouted = [...schema.contentTypes.values()].filter(
    (type) => type.exposed && reasons(type).length > 0,
  );
  if (unrouted.length === 0) return;
  const named = unrouted.map((type) => `${type.uid} (${reasons(type).join(', ')})`);
  log.warn(
    `Without routes yet, for single types, draft & publish and locales come later: ${named.join('; ')}`,
  );
}

const reasons = ({ kind, draftAndPublish, localized }: ContentType): readonly string[] => [
  ...(kind === 'singleType' ? ['single type'] : []),
  ...(draftAndPublish ? ['draft & publish'] : []),
  ...(localized ? ['locales'] : []),
];
