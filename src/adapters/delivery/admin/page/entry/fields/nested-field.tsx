import type { Json, Relation } from '../../../../../../domain/schema/schema.js';
import { linksOf, partWith, type ShownPart } from '../component-value.js';
import type { LinkList } from '../link-list.js';
import { Files } from './media-field.js';
import { Links } from './links/links.js';
import type { ValueProps } from './value-props.js';

interface Props extends Pick<ValueProps, 'value' | 'change' | 'path' | 'faults' | 'isReadOnly'> {
  readonly attribute: Relation;
  /** The component that it is in. */
  readonly component: string;
}

/** A relation or files inside of a component: what changes is sent, and what nobody touches stays as it is. */
export function NestedField({ attribute, component, value, change, path, faults, isReadOnly }: Props) {
  const { target, many } = attribute;
  const none: ShownPart = { target, many, items: [], hasMore: false };
  const part = (value as unknown as ShownPart | null) ?? none;
  const shared = { attribute, path, isReadOnly, fault: faults[path] };
  const put = (list: LinkList): void => change(partWith(part, list) as unknown as Json);
  if (attribute.media !== undefined)
    return <Files {...shared} files={part.items} change={(items) => put({ items })} />;
  return <Links {...shared} component={component} linked={linksOf(part)} change={put} />;
}
