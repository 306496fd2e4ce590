import { memo, useCallback } from 'react';
import type { Attribute, Json } from '../../../../../../domain/schema/schema.js';
import type { Entry } from '../../../contract/documents.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { useEntry, useOpenEntry, useOrigin } from '../entry-context.js';
import { SourceValue } from '../locales/source-value.js';
import { FieldNote } from '../presence/field-notes.js';
import { attributeLabel } from '../../ui/attribute-label.js';
import { valueOrInitial } from '../content.js';
import { MediaField } from './media-field.js';
import { RelationField } from './links/relation-field.js';
import { UidField } from './uid-field.js';
import { ValueField } from './value-field.js';

/** The editor of one attribute of the entry. */
export const AttributeField = memo(function AttributeField({ attribute }: { readonly attribute: Attribute }) {
  const origin = useOrigin(attribute);
  if (origin !== null) return <SharedValue attribute={attribute} origin={origin} />;
  return (
    <>
      {attribute.kind !== 'relation' ? (
        <StoredField attribute={attribute} />
      ) : attribute.media === undefined ? (
        <RelationField attribute={attribute} />
      ) : (
        <MediaField attribute={attribute} />
      )}
      <MissingField name={attribute.name} />
    </>
  );
});

/** What a translation that does not exist yet gets when it is saved for the first time. */
function SharedValue({ attribute, origin }: { readonly attribute: Attribute; readonly origin: Entry }) {
  const { mayWrite } = useOpenEntry();
  return (
    <div className="field" id={`${attribute.name}-field`}>
      <p className="label">{attributeLabel(attribute)}</p>
      <FieldNote id={attribute.name} />
      <SourceValue attribute={attribute} entry={origin} lang={origin.locale ?? ''} />
      {mayWrite(attribute.name) && <p className="hint">{say('field.inherited')}</p>}
    </div>
  );
}

/** Says why an attribute cannot be changed in an entry whose others can. */
function MissingField({ name }: { readonly name: string }) {
  const { type, store } = useOpenEntry();
  const { rights } = useSession();
  const isNew = useEntry(({ entry }) => entry === null) && store.place.id === null;
  const action = isNew ? 'create' : 'update';
  const right = rights[type.uid]?.[action];
  if (right === undefined || right.fields === null || right.fields.includes(name)) return null;
  return <p className="hint missing-field">{say('entry.field.readOnly', { action, name })}</p>;
}

function StoredField({ attribute }: { readonly attribute: Exclude<Attribute, { kind: 'relation' }> }) {
  const { store, mayWrite } = useOpenEntry();
  const { name } = attribute;
  const shown = useEntry((state) => valueOrInitial(state, attribute)) ?? null;
  const faults = useEntry(({ faults: all }) =>
    Object.fromEntries(Object.entries(all).filter(([path]) => path === name || path.startsWith(`${name}.`))),
  );
  const change = useCallback(
    (next: Json, follows?: boolean) => store.setValue(name, next, follows),
    [store, name],
  );
  const shared = { path: name, change, faults, isReadOnly: !mayWrite(name) };
  if (attribute.kind === 'scalar' && attribute.type === 'uid')
    return <UidField {...shared} attribute={attribute} value={shown} />;
  return <ValueField {...shared} attribute={attribute} value={shown} />;
}
