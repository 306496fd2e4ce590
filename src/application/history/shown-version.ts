import { changedNames, type Content } from '../../domain/history/content.js';
import type { FittedContent, Outdated } from '../../domain/history/fit-content.js';
import { textOfReason } from '../../domain/reason/text-of-reason.js';
import type { ContentType } from '../../domain/schema/schema.js';
import type { ChangedAttribute, HistoryEntry, OutdatedPart } from './history-service.js';

/** What the principal is shown of a version. */
export interface ReadableVersion extends FittedContent {
  readonly type: ContentType;
}

export interface ShownEntry extends ReadableVersion {
  readonly entry: HistoryEntry;
}

/** Attributes of today whose value does not fit have it as it was. */
export function wholeContent({ type, content, outdated }: ReadableVersion): Content {
  const unfit = outdated.filter(({ name }) => type.attributes.has(name));
  return { ...Object.fromEntries(unfit.map(({ name, value }) => [name, value])), ...content };
}

export const changesBetween = (from: Content, to: Content): readonly ChangedAttribute[] =>
  changedNames(from, to).map((name) => ({ name, from: from[name] ?? null, to: to[name] ?? null }));

export const withReasonText = ({ reason, ...part }: Outdated): OutdatedPart => ({
  ...part,
  reason: textOfReason(reason),
});
