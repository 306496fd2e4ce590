import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { holds, namesIn } from '../../../../../../domain/layout/condition.js';
import type { Condition } from '../../../../../../domain/layout/layout.js';
import type { Attribute, Json } from '../../../../../../domain/schema/schema.js';
import { say } from '../../messages/messages.js';
import type { Item } from '../component-value.js';
import { valueOrInitial } from '../content.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { faultsAt } from '../fields/cards.js';

interface Props {
  readonly attribute: Attribute;
  readonly children: ReactNode;
}

/** A field of the entry, at the width and under the condition of its layout. */
export function EntryLaid({ attribute, children }: Props) {
  return isPlain(attribute) ? (
    children
  ) : (
    <ConditionalEntryField attribute={attribute}>{children}</ConditionalEntryField>
  );
}

/** What no layout speaks of is in no element of its own. */
const isPlain = ({ layout, visibleIf }: Attribute): boolean =>
  layout === undefined && visibleIf === undefined;

/** That of the layout stands instead of the one of the schema. */
const conditionOf = ({ layout, visibleIf }: Attribute): Condition | undefined =>
  layout?.visibleIf ?? visibleIf;

function ConditionalEntryField({ attribute, children }: Props) {
  const { type, origin } = useOpenEntry();
  const condition = conditionOf(attribute);
  const names = useMemo(() => (condition === undefined ? [] : [...namesIn(condition)]), [condition]);
  const attributeOf = (name: string) => type.attributes.find((one) => one.name === name);
  // Renders again only when one of these changes.
  const values = useEntry((state) =>
    names.map((name) => {
      const one = attributeOf(name);
      const { edits, entry } = state;
      return one && valueOrInitial({ edits, entry: entry ?? (one.localized ? null : origin) }, one);
    }),
  );
  const hasFault = useEntry(({ faults }) => faultsAt(faults, attribute.name) > 0);
  /** What may be written but not read is not known. */
  const isUnknown = useEntry(({ entry }) => entry !== null) && values.includes(undefined);
  const isVisible =
    condition === undefined ||
    isUnknown ||
    holds(condition, attributeOf, (name) => values[names.indexOf(name)] ?? null);
  return (
    <Laid attribute={attribute} isVisible={isVisible} hasFault={hasFault}>
      {children}
    </Laid>
  );
}

interface ItemProps extends Props {
  readonly attributes: readonly Attribute[];
  readonly item: Item;
  readonly hasFault: boolean;
}

/** A member that an item does not have gets its default; null is a value. */
const valueInItem = (attribute: Attribute | undefined, value: Json | undefined): Json =>
  (value === undefined && attribute?.kind === 'scalar' ? attribute.default : value) ?? null;

/** A field of an item of a component. */
export function ItemLaid({ attribute, attributes, item, hasFault, children }: ItemProps) {
  const condition = conditionOf(attribute);
  const attributeOf = (name: string) => attributes.find((one) => one.name === name);
  const valueOf = (name: string) => valueInItem(attributeOf(name), item[name]);
  const isVisible = condition === undefined || holds(condition, attributeOf, valueOf);
  if (isPlain(attribute)) return children;
  return (
    <Laid attribute={attribute} isVisible={isVisible} hasFault={hasFault}>
      {children}
    </Laid>
  );
}

const revealEvent = 'reveal';

/** Shows an element that a layout hides, for those who lead to it. */
export function reveal(element: Element): void {
  const hidden = '.laid[hidden]';
  flushSync(() => {
    for (let at = element.closest(hidden); at != null; at = at.parentElement?.closest(hidden) ?? null)
      at.dispatchEvent(new Event(revealEvent));
  });
}

interface LaidProps extends Props {
  readonly isVisible: boolean;
  readonly hasFault: boolean;
}

/** What is hidden stays in the page, so that its editor keeps what it has. What needs another value is shown, and stays. */
function Laid({ attribute: { layout }, isVisible, hasFault, children }: LaidProps) {
  const [isRevealed, setRevealed] = useState(false);
  if (hasFault && !isRevealed) setRevealed(true);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const reveal = (): void => setRevealed(true);
    const element = place.current;
    element?.addEventListener(revealEvent, reveal);
    return () => element?.removeEventListener(revealEvent, reveal);
  }, []);
  const isMeant = isVisible && layout?.hidden !== true;
  return (
    <div ref={place} className="laid" data-width={layout?.width ?? 12} hidden={!isMeant && !isRevealed}>
      {children}
      {!isMeant && isRevealed && <p className="hint">{say('layout.revealed')}</p>}
    </div>
  );
}
