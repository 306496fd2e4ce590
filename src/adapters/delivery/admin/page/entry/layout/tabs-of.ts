import type { Layout } from '../../../../../../domain/layout/layout.js';
import type { Attribute } from '../../../../../../domain/schema/schema.js';

/** A part of an entry. There are no tabs if the only one has no label. */
export interface Tab {
  readonly label?: string;
  readonly help?: string;
  readonly attributes: readonly Attribute[];
}

const isEdited = (attribute: Attribute): boolean =>
  !(attribute.kind === 'scalar' && attribute.system) &&
  !(attribute.kind === 'relation' && attribute.place.kind === 'translations');

/**
 * The attributes of an entry or item in the order of its layout. What the layout does not name follows in the first tab, and a
 * tab of which the administrator may see nothing is left out.
 */
export function tabsOf(given: readonly Attribute[], layout: Layout | undefined): readonly Tab[] {
  const attributes = given.filter(isEdited);
  const tabs = layout?.tabs ?? [];
  const named = new Set(tabs.flatMap((tab) => tab.attributes));
  const others = attributes.filter(({ name }) => !named.has(name));
  const whole = tabs.map((tab, at): Tab => {
    const own = tab.attributes.flatMap((name) => attributes.find((one) => one.name === name) ?? []);
    return { ...tab, attributes: at === 0 ? [...own, ...others] : own };
  });
  const shown = whole.filter((tab) => tab.attributes.length > 0);
  return shown.length > 0 ? shown : [{ attributes: others }];
}
