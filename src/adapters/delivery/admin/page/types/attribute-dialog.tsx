import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { PlainObject } from '../../../../../domain/document/plain-object.js';
import { nameFault } from '../../../../../domain/schema/names.js';
import { scalarTypes } from '../../../../../domain/schema/read-scalar.js';
import type { ShapeView, TypesAnswer } from '../../contract/type-builder.js';
import { say } from '../messages/messages.js';
import { described, FieldFrame } from '../ui/field-frame.js';
import { useChangeSet } from './change-set.js';
import { attributesOf, nameOfTarget, textIn } from './definitions.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { OptionFields } from './option-fields.js';
import { RelationView } from './relation-view.js';

interface Props {
  readonly types: TypesAnswer;
  readonly shape: ShapeView;
  /** Null: a new one. */
  readonly name: string | null;
  readonly close: () => void;
}

const kinds = [...scalarTypes, 'relation', 'media', 'component', 'dynamiczone'] as const;

const startOf = (type: string): PlainObject => {
  if (type === 'relation') return { type, relation: 'oneToOne' };
  if (type === 'dynamiczone') return { type, components: [] };
  return type === 'enumeration' ? { type, enum: [] } : { type };
};

/** Asks for an attribute: its name, its type and the options that the type has. */
export function AttributeDialog({ types, shape, name: former, close }: Props) {
  const attributes = attributesOf(shape);
  const start = attributes.find(([one]) => one === former)?.[1] ?? startOf('string');
  const [name, setName] = useState(former ?? '');
  const [attribute, setAttribute] = useState<PlainObject>(start);
  const [fault, setFault] = useState<string>();
  const add = useChangeSet((state) => state.add);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { uid } = shape;
  const type = textIn(attribute, 'type');
  const mappedBy = textIn(start, 'mappedBy');
  const finish = (event: FormEvent): void => {
    event.preventDefault();
    const isTaken = name !== former && attributes.some(([one]) => one === name);
    const wrong = isTaken ? say('types.name.taken') : nameFault(name);
    if (wrong !== undefined) return setFault(wrong);
    if (former === null) add({ edit: 'addAttribute', uid, name, attribute });
    else {
      const isChanged = JSON.stringify(attribute) !== JSON.stringify(start);
      add(
        ...(name === former ? [] : [{ edit: 'renameAttribute', uid, name: former, to: name } as const]),
        ...(isChanged ? [{ edit: 'changeAttribute', uid, name, attribute } as const] : []),
      );
    }
    dialog.current?.close();
  };
  return (
    <dialog className="question types-dialog" ref={dialog} aria-labelledby="attribute-title" onClose={close}>
      <form onSubmit={finish}>
        <h2 id="attribute-title">
          {former === null ? say('types.attribute.add') : say('types.attribute.edit', { name: former })}
        </h2>
        <FieldFrame
          id="attribute-name"
          label={say('types.name')}
          hint={former === null ? undefined : say('types.name.rename')}
          fault={fault}
        >
          <input
            id="attribute-name"
            className="input"
            value={name}
            required
            {...described('attribute-name', former === null ? undefined : 'hint', fault)}
            onChange={({ target }) => {
              setName(target.value);
              setFault(undefined);
            }}
          />
        </FieldFrame>
        {former === null || type === '' || kinds.some((kind) => kind === type) ? (
          <FieldFrame id="attribute-type" label={say('types.type')}>
            <select
              id="attribute-type"
              className="input"
              value={type}
              disabled={mappedBy !== ''}
              onChange={({ target }) =>
                setAttribute(former === null ? startOf(target.value) : { ...attribute, type: target.value })
              }
            >
              {kinds.map((kind) => (
                <option key={kind}>{kind}</option>
              ))}
            </select>
          </FieldFrame>
        ) : null}
        {mappedBy !== '' && (
          <p className="hint">
            {say('types.relation.owned', {
              name: mappedBy,
              there: nameOfTarget(types, textIn(start, 'target')),
            })}
          </p>
        )}
        <OptionFields types={types} shape={shape} attribute={attribute} change={setAttribute} />
        {type === 'relation' && textIn(attribute, 'target') !== '' && (
          <div role="status">
            <RelationView types={types} shape={shape} name={name} attribute={attribute} />
          </div>
        )}
        <DialogButtons cancel={() => dialog.current?.close()} label={say('types.plan.add')} />
      </form>
    </dialog>
  );
}
