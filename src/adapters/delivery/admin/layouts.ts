import { namesIn } from '../../../domain/layout/condition.js';
import type { Condition, Layout } from '../../../domain/layout/layout.js';
import type { Attribute, Uid } from '../../../domain/schema/schema.js';

/**
 * Attributes without the conditions that name others which the administrator may not see: the page could not decide them, so
 * it always shows the attribute.
 */
export function withDecidable(attributes: readonly Attribute[]): readonly Attribute[] {
  const names = new Set(attributes.map(({ name }) => name));
  const decidable = (condition: Condition | undefined) =>
    condition !== undefined && [...namesIn(condition)].every((name) => names.has(name))
      ? { visibleIf: condition }
      : {};
  return attributes.map((attribute) => {
    const { visibleIf, layout, ...rest } = attribute;
    if (visibleIf === undefined && layout === undefined) return attribute;
    const { visibleIf: ofLayout, ...others } = layout ?? {};
    return {
      ...rest,
      // A layout's own condition stands instead of the one of the schema, also where neither can be decided.
      ...(ofLayout === undefined && decidable(visibleIf)),
      ...(layout && { layout: { ...others, ...decidable(ofLayout) } }),
    } as Attribute;
  });
}

/** A layout without the attributes that the administrator may not see. `visibleIn` undefined: nothing of that type. */
export function visibleLayout(
  { title, columns, tabs }: Layout,
  attributes: readonly Attribute[],
  visibleIn: (type: Uid) => readonly Attribute[] | undefined,
): Layout {
  const find = (name: string): Attribute | undefined => attributes.find((one) => one.name === name);
  const isShown = (path: string): boolean => {
    const [name = '', ...rest] = path.split('.');
    const attribute = find(name);
    if (attribute?.kind !== 'relation' || rest.length === 0) return attribute !== undefined;
    return visibleIn(attribute.target)?.some((one) => one.name === rest.join('.')) === true;
  };
  return {
    ...(title !== undefined && isShown(title) && { title }),
    ...(columns && { columns: columns.filter(isShown) }),
    tabs: tabs.map((tab) => ({ ...tab, attributes: tab.attributes.filter(isShown) })),
  };
}
