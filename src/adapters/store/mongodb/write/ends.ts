import type { Document, Filter } from 'mongodb';
import type { TargetRef } from '../../../../domain/plan/write-plan.js';
import type { Link, Relation, Side } from '../../../../domain/schema/schema.js';

export function endOf({ name, place }: Relation): { readonly link: Link; readonly side: Side } {
  if (place.kind !== 'link') throw new Error(`${name} has no links`);
  return place;
}

interface EndFields {
  readonly document: string;
  readonly locale: string;
}

/** That an end is one of some documents, each in the locale that it is named with. */
export function refFilter(end: EndFields, refs: readonly TargetRef[]): Filter<Document> {
  const byLocale = new Map<string, string[]>();
  for (const { documentId, locale } of refs) {
    const documents = byLocale.get(locale);
    if (documents === undefined) byLocale.set(locale, [documentId]);
    else documents.push(documentId);
  }
  const alternatives = [...byLocale].map(([locale, documents]) => ({
    [end.document]: documents.length === 1 ? documents[0] : { $in: documents },
    [end.locale]: locale,
  }));
  return alternatives.length === 1
    ? (alternatives[0] ?? {})
    : { $or: alternatives.length === 0 ? [none] : alternatives };
}

const none = { _id: { $in: [] } };
