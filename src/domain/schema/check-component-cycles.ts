import type { ComponentDraft } from './read-shaped.js';
import type { Uid } from './schema.js';

/** Reports every component that contains itself, directly or through others: no item of it would ever end. */
export function checkComponentCycles(components: ReadonlyMap<Uid, ComponentDraft>): void {
  for (const component of components.values()) {
    const way = wayBack(component.uid, components);
    if (way === undefined) continue;
    const [attribute, ...through] = way;
    const shownWay = [component.uid, ...through].join(' → ');
    const node = component.node.at('attributes').at(attribute ?? '');
    node.fault(`contains itself (${shownWay}): remove one of these attributes, or use a relation`);
  }
}

/** The attribute that leads back to `start`, and the components passed, `start` last. Breadth first: the shortest way. */
function wayBack(start: Uid, components: ReadonlyMap<Uid, ComponentDraft>): readonly string[] | undefined {
  const seen = new Set<Uid>();
  let ways: (readonly string[])[] = partsOf(components.get(start)).map(({ attribute, uid }) => [
    attribute,
    uid,
  ]);
  while (ways.length > 0) {
    const found = ways.find((way) => way.at(-1) === start);
    if (found !== undefined) return found;
    const fresh = ways.filter((way) => !seen.has(way.at(-1) ?? ''));
    fresh.forEach((way) => seen.add(way.at(-1) ?? ''));
    ways = fresh.flatMap((way) => partsOf(components.get(way.at(-1) ?? '')).map(({ uid }) => [...way, uid]));
  }
  return undefined;
}

function partsOf(
  component: ComponentDraft | undefined,
): readonly { readonly attribute: string; readonly uid: Uid }[] {
  return [...(component?.attributes.values() ?? [])].flatMap((attribute) => {
    if (attribute.kind === 'component') return [{ attribute: attribute.name, uid: attribute.component }];
    if (attribute.kind === 'zone')
      return attribute.components.map((uid) => ({ attribute: attribute.name, uid }));
    return [];
  });
}
