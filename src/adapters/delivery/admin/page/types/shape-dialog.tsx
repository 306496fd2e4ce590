import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { SchemaEdit, ShapeOptions } from '../../../../../domain/schema/schema-edit.js';
import type { ShapeView } from '../../contract/type-builder.js';
import { slugOf } from '../entry/fields/slug.js';
import { say } from '../messages/messages.js';
import { FieldFrame } from '../ui/field-frame.js';
import { useChangeSet } from './change-set.js';
import { hasDrafts, infoOf, isLocalized, textIn } from './definitions.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { Check } from './option-fields.js';

interface Props {
  readonly shaped: ShapeView['shaped'];
  /** Absent: a new one. */
  readonly shape?: ShapeView;
  readonly close: () => void;
}

type Form = Required<ShapeOptions> & { readonly category: string; readonly isSingle: boolean };

function formOf(shape: ShapeView | undefined): Form {
  const info = shape ? infoOf(shape) : {};
  return {
    displayName: textIn(info, 'displayName'),
    description: textIn(info, 'description'),
    singularName: textIn(info, 'singularName'),
    pluralName: textIn(info, 'pluralName'),
    collectionName: textIn(shape?.definition ?? {}, 'collectionName'),
    draftAndPublish: shape === undefined || hasDrafts(shape),
    localized: isLocalized(shape?.definition),
    category: '',
    isSingle: shape?.definition?.['kind'] === 'singleType',
  };
}

/** As a uid is made of a text; names of types begin with a letter. */
const kebab = (text: string): string => slugOf(text, Infinity).replace(/^[-0-9]+/, '');

function editOf({ shaped, shape }: Props, form: Form): SchemaEdit {
  const { category, isSingle, ...all } = form;
  const { displayName, description, singularName, pluralName, ...rest } = all;
  if (shape === undefined && shaped === 'component') {
    const uid = `${kebab(category)}.${kebab(displayName)}`;
    return { edit: 'addComponent', uid, options: { displayName, description } };
  }
  if (shape === undefined) {
    const uid = `api::${singularName}.${singularName}`;
    const { collectionName: _later, ...flags } = rest;
    const options = { displayName, description, singularName, pluralName, ...flags };
    return { edit: 'addType', uid, kind: isSingle ? 'singleType' : 'collectionType', options };
  }
  const former: ShapeOptions = formOf(shape);
  const changed = Object.entries(all).filter(
    ([option, value]) => former[option as keyof ShapeOptions] !== value,
  );
  return { edit: 'changeShape', uid: shape.uid, options: Object.fromEntries(changed) as ShapeOptions };
}

/** Asks what a content-type or component is called, and what it has as a whole. */
export function ShapeDialog(props: Props) {
  const { shaped, shape, close } = props;
  const [form, setForm] = useState(() => formOf(shape));
  const add = useChangeSet((state) => state.add);
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const isType = shaped === 'content-type';
  const isNew = shape === undefined;
  const set = (changed: Partial<Form>): void => setForm({ ...form, ...changed });
  const setName = (displayName: string): void => {
    const isDerived = isNew && isType && form.singularName === kebab(form.displayName);
    const singularName = kebab(displayName);
    set(
      isDerived
        ? { displayName, singularName, pluralName: singularName && `${singularName}s` }
        : { displayName },
    );
  };
  const finish = (event: FormEvent): void => {
    event.preventDefault();
    const edit = editOf(props, form);
    if (edit.edit !== 'changeShape' || Object.keys(edit.options).length > 0) add(edit);
    dialog.current?.close();
    void navigate({ to: '/types', search: { uid: edit.uid } });
  };
  const field = (
    name: 'displayName' | 'description' | 'singularName' | 'pluralName' | 'collectionName' | 'category',
  ) => (
    <FieldFrame
      id={`shape-${name}`}
      label={say(`types.${name}`)}
      hint={name === 'collectionName' ? say('types.collectionName.hint') : undefined}
    >
      <input
        id={`shape-${name}`}
        className="input"
        required={name !== 'description'}
        value={form[name]}
        onChange={({ target }) =>
          name === 'displayName' ? setName(target.value) : set({ [name]: target.value })
        }
      />
    </FieldFrame>
  );
  return (
    <dialog className="question types-dialog" ref={dialog} aria-labelledby="shape-title" onClose={close}>
      <form onSubmit={finish}>
        <h2 id="shape-title">
          {say(isNew ? (isType ? 'types.add.type' : 'types.add.component') : 'types.change')}
        </h2>
        {field('displayName')}
        {isNew && !isType && field('category')}
        {isType && field('singularName')}
        {isType && field('pluralName')}
        {isType && !isNew && form.collectionName !== '' && field('collectionName')}
        {field('description')}
        {isType && (
          <fieldset className="field">
            <legend className="label">{say('types.options')}</legend>
            <div className="choices">
              {isNew && (
                <Check
                  label={say('types.kind.single')}
                  isOn={form.isSingle}
                  set={(isSingle) => set({ isSingle })}
                />
              )}
              <Check
                label={say('types.draftAndPublish')}
                isOn={form.draftAndPublish}
                set={(draftAndPublish) => set({ draftAndPublish })}
              />
              <Check
                label={say('types.localized.option')}
                isOn={form.localized}
                set={(localized) => set({ localized })}
              />
            </div>
          </fieldset>
        )}
        <DialogButtons cancel={() => dialog.current?.close()} label={say('types.plan.add')} />
      </form>
    </dialog>
  );
}
