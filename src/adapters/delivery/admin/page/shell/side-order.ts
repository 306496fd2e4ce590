import type { SidePlace } from '../../contract/preferences.js';
import type { WireType } from '../../contract/types.js';

interface SideGroup {
  /** Empty: the one of all types that are in no other. */
  readonly name: string;
  readonly types: readonly WireType[];
}

interface ArrangedSide {
  readonly pinned: readonly WireType[];
  /** In the order of their first types. */
  readonly groups: readonly SideGroup[];
  readonly hidden: readonly WireType[];
}

const usual = { group: '', isPinned: false, isHidden: false } as const;

/** The places of these types, in the order that the administrator has chosen; new types come last. */
export function placesOf(
  types: readonly WireType[],
  chosen: readonly SidePlace[] = [],
): readonly SidePlace[] {
  const known = chosen.filter(({ uid }) => types.some((type) => type.uid === uid));
  const others = types.filter(({ uid }) => known.every((place) => place.uid !== uid));
  return [...known, ...others.map(({ uid }) => ({ uid, ...usual }))];
}

/** The types at the side. */
export function arrangeSide(types: readonly WireType[], chosen?: readonly SidePlace[]): ArrangedSide {
  const placed = placesOf(types, chosen).flatMap((place) => {
    const type = types.find(({ uid }) => uid === place.uid);
    return type === undefined ? [] : [{ place, type }];
  });
  const those = (matches: (place: SidePlace) => boolean): readonly WireType[] =>
    placed.filter(({ place }) => matches(place)).map(({ type }) => type);
  const isPlain = ({ isPinned, isHidden }: SidePlace): boolean => !isPinned && !isHidden;
  const names = [...new Set(placed.filter(({ place }) => isPlain(place)).map(({ place }) => place.group))];
  return {
    pinned: those(({ isPinned, isHidden }) => isPinned && !isHidden),
    groups: names.map((name) => ({ name, types: those((place) => isPlain(place) && place.group === name) })),
    hidden: those(({ isHidden }) => isHidden),
  };
}
