import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { PlainObject } from '../../../../../domain/document/plain-object.js';
import type { ShapeView, TypesAnswer } from '../../contract/type-builder.js';
import { joinNames, say } from '../messages/messages.js';
import { Asked } from '../ui/asked.js';
import { Tabs } from '../ui/tabs.js';
import { AttributeDialog } from './attribute-dialog.js';
import { useChangeSet } from './change-set.js';
import { attributesOf, hasDrafts, infoOf, isLocalized, nameOf, textIn } from './definitions.js';
import { LayoutEditor } from './layout/layout-editor.js';
import { RelationView } from './relation-view.js';
import { ShapeDialog } from './shape-dialog.js';

interface Props {
  readonly types: TypesAnswer;
  readonly shape: ShapeView;
}

type Open = { readonly kind: 'attribute'; readonly name: string | null } | { readonly kind: 'shape' } | null;

/** One content-type or component with its attributes. */
export function Shape({ types, shape }: Props) {
  const [open, setOpen] = useState<Open>(null);
  const add = useChangeSet((state) => state.add);
  const { uid, file, definition } = shape;
  const mayChange = types.fixed === null && definition !== null;
  const attributes = attributesOf(shape);
  const list = (
    <>
      {attributes.length === 0 && definition !== null && (
        <p className="hint">{say('types.attribute.none')}</p>
      )}
      <ul className="attributes">
        {attributes.map(([name, attribute], at) => (
          <li className="attribute" key={name}>
            <div>
              <h3>{name}</h3>
              <Summary types={types} shape={shape} name={name} attribute={attribute} />
            </div>
            {mayChange && (
              <div className="row">
                <MoveButtons
                  name={name}
                  above={attributes[at - 1]?.[0]}
                  below={attributes[at + 1] === undefined ? undefined : (attributes[at + 2]?.[0] ?? null)}
                  move={(before) => add({ edit: 'moveAttribute', uid, name, before })}
                />
                <button
                  type="button"
                  className="button quiet"
                  aria-label={say('types.attribute.edit', { name })}
                  onClick={() => setOpen({ kind: 'attribute', name })}
                >
                  {say('types.edit')}
                </button>
                <Asked
                  label={say('types.remove')}
                  name={say('types.attribute.remove', { name })}
                  question={say('types.attribute.remove.ask', { name })}
                  run={() => add({ edit: 'removeAttribute', uid, name })}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
  return (
    <section className="shape" aria-labelledby="shape-name">
      <div className="types-head">
        <div>
          <h2 id="shape-name">{nameOf(shape)}</h2>
          <p className="hint">
            <Description shape={shape} />
          </p>
          <p className="hint">
            <bdi>
              <code>{uid}</code>
            </bdi>{' '}
            ·{' '}
            <bdi>
              <code>{file}</code>
            </bdi>
          </p>
        </div>
        {mayChange && (
          <div className="row">
            <button type="button" className="button" onClick={() => setOpen({ kind: 'shape' })}>
              {say('types.change')}
            </button>
            <Asked
              label={say('types.remove')}
              name={say('types.attribute.remove', { name: nameOf(shape) })}
              question={say('types.remove.ask', { name: nameOf(shape) })}
              run={() => add({ edit: 'removeShape', uid })}
            />
            <button
              type="button"
              className="button primary"
              onClick={() => setOpen({ kind: 'attribute', name: null })}
            >
              {say('types.attribute.add')}
            </button>
          </div>
        )}
      </div>
      {definition === null && <p className="fault">{say('types.unreadable')}</p>}
      <Tabs
        label={nameOf(shape)}
        tabs={[
          { label: say('types.attributes'), panel: list },
          { label: say('types.layout'), panel: <LayoutEditor types={types} shape={shape} /> },
        ]}
      />
      {open?.kind === 'attribute' && (
        <AttributeDialog types={types} shape={shape} name={open.name} close={() => setOpen(null)} />
      )}
      {open?.kind === 'shape' && (
        <ShapeDialog shaped={shape.shaped} shape={shape} close={() => setOpen(null)} />
      )}
    </section>
  );
}

interface MoveProps {
  readonly name: string;
  /** The attribute above; absent: this is the first. */
  readonly above: string | undefined;
  /** What it would be in front of one place below; null: the end; absent: this is the last. */
  readonly below: string | null | undefined;
  readonly move: (before: string | null) => void;
}

/** Moves an attribute by one place. The button stays where it has the focus, to be pressed again. */
const MoveButtons = ({ name, above, below, move }: MoveProps) => (
  <>
    <button
      type="button"
      className="button quiet icon"
      aria-label={say('types.attribute.up', { name })}
      title={say('types.attribute.up', { name })}
      aria-disabled={above === undefined || undefined}
      onClick={() => above !== undefined && move(above)}
    >
      <ArrowUp size={16} aria-hidden />
    </button>
    <button
      type="button"
      className="button quiet icon"
      aria-label={say('types.attribute.down', { name })}
      title={say('types.attribute.down', { name })}
      aria-disabled={below === undefined || undefined}
      onClick={() => below !== undefined && move(below)}
    >
      <ArrowDown size={16} aria-hidden />
    </button>
  </>
);

function Description({ shape }: Pick<Props, 'shape'>) {
  const { shaped, definition } = shape;
  const parts = [
    shaped === 'component'
      ? say('types.kind.component')
      : say(definition?.['kind'] === 'singleType' ? 'types.kind.single' : 'types.kind.collection'),
    ...(hasDrafts(shape) ? [say('types.drafts')] : []),
    ...(isLocalized(definition) ? [say('types.localized')] : []),
    say('types.count', { count: attributesOf(shape).length }),
  ];
  const text = textIn(infoOf(shape), 'description');
  return (
    <>
      {joinNames(parts)}
      {text !== '' && say('list.separator')}
      <bdi>{text}</bdi>
    </>
  );
}

const hiddenOptions = new Set(['type', 'relation', 'target', 'inversedBy', 'mappedBy', 'pluginOptions']);

interface SummaryProps extends Props {
  readonly name: string;
  readonly attribute: PlainObject;
}

function Summary({ types, shape, name, attribute }: SummaryProps) {
  const options = Object.entries(attribute).filter(([option]) => !hiddenOptions.has(option));
  const words = options.map(([option, value]) =>
    value === true
      ? option
      : `${option} ${Array.isArray(value) ? joinNames(value.map(String)) : (JSON.stringify(value) ?? '')}`,
  );
  const isRelation = attribute['type'] === 'relation';
  const localized = isLocalized(attribute) ? [say('types.localized')] : [];
  return (
    <>
      <p className="hint">
        <bdi>
          <code>{textIn(attribute, 'type')}</code>
        </bdi>
        {[...words, ...localized].map((word, at) => (
          <Fragment key={word}>
            {at > 0 && ' ·'} <bdi>{word}</bdi>
          </Fragment>
        ))}
      </p>
      {isRelation && <RelationView types={types} shape={shape} name={name} attribute={attribute} />}
    </>
  );
}
