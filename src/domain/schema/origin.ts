import type { Uid } from './schema.js';

/**
 * What a table or a collection is for, as stores keep it beside their content: so renames, leftovers and switched
 * options are recognised (docs/schema-changes.md).
 */
export type Origin = TypeOrigin | LinkOrigin;

export interface TypeOrigin {
  readonly kind: 'type';
  readonly uid: Uid;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly renamedFrom?: string;
}

export interface LinkOrigin<End extends EndOrigin = EndOrigin> {
  readonly kind: 'link';
  readonly source: End;
  readonly target: End;
}

export interface EndOrigin {
  readonly type: Uid;
  readonly attribute?: string;
  readonly many: boolean;
  /** Whether links name the locale of this end. Absent in records of versions that did not write it down. */
  readonly localized?: boolean;
  readonly renamedFrom?: string;
}

/** The content-type, or the attributes at both ends, that something was made for. */
export function namedBy(
  origin: Origin | undefined,
): readonly { readonly type: Uid; readonly attribute?: string }[] {
  if (origin === undefined) return [];
  if (origin.kind === 'type') return [{ type: origin.uid }];
  return [origin.source, origin.target].flatMap(({ type, attribute }) =>
    attribute === undefined ? [] : [{ type, attribute }],
  );
}

/** By the name of what they are kept in. */
type Recorded = Readonly<Record<string, { readonly origin: Origin }>>;

/** The name under which the links of a source were kept: they are known by it, as their own name comes from others. */
export function formerLink(
  recorded: Recorded,
  source: EndOrigin,
  isFormer: (name: string) => boolean,
  formerUid: (uid: Uid) => Uid,
): string | undefined {
  const isSource = (end: EndOrigin): boolean =>
    end.type === formerUid(source.type) &&
    end.attribute !== undefined &&
    (end.attribute === source.attribute || end.attribute === source.renamedFrom);
  return Object.entries(recorded).find(
    ([name, { origin }]) => origin.kind === 'link' && isSource(origin.source) && isFormer(name),
  )?.[0];
}
