import { memo, useCallback } from 'react';
import type { Attribute, Json } from '../../../../../../domain/schema/schema.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { valueIn } from '../edits.js';
import { MediaField } from './media-field.js';
import { RelationField } from './links/relation-field.js';
import { UidField } from './uid-field.js';
import { ValueField } from './value-field.js';

/** The editor of one attribute of the entry. */
export const AttributeField = memo(function AttributeField({ attribute }: { readonly attribute: Attribute }) {
  if (attribute.kind === 'relation') {
    if (attribute.media !== undefined) return <MediaField attribute={attribute} />;
    return <RelationField attribute={attribute} />;
  }
  return <StoredField attribute={attribute} />;
});

function StoredField({ attribute }: { readonly attribute: Exclude<Attribute, { kind: 'relation' }> }) {
  const { store, mayWrite } = useOpenEntry();
  const { name } = attribute;
  const value = useEntry((state) => valueIn(state, name));
  const faults = useEntry(({ faults: all }) =>
    Object.fromEntries(Object.entries(all).filter(([path]) => path === name || path.startsWith(`${name}.`))),
  );
  const change = useCallback(
    (next: Json, follows?: boolean) => store.setValue(name, next, follows),
    [store, name],
  );
  const shared = { path: name, change, faults, isReadOnly: !mayWrite(name) };
  const shown = value ?? (attribute.kind === 'scalar' ? attribute.default : undefined) ?? null;
  if (attribute.kind === 'scalar' && attribute.type === 'uid')
    return <UidField {...shared} attribute={attribute} value={shown} />;
  return <ValueField {...shared} attribute={attribute} value={shown} />;
}
