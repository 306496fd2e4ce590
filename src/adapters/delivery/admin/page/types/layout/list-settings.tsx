import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { titleTypes, unlistedTypes } from '../../../../../../domain/layout/layout.js';
import type { ShapeView, TypesAnswer } from '../../../contract/type-builder.js';
import { moved } from '../../entry/fields/use-reorder.js';
import { say } from '../../messages/messages.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { Tool } from '../../ui/tool.js';
import { attributesOf, textIn } from '../definitions.js';
import type { LayoutModel } from './model.js';

interface Props {
  readonly types: TypesAnswer;
  readonly shape: ShapeView;
  readonly model: LayoutModel;
  readonly isFixed: boolean;
  readonly change: (model: LayoutModel) => void;
}

/** What names entries, and which columns their lists have. */
export function ListSettings({ types, shape, model, isFixed, change }: Props) {
  const { title, columns } = model;
  const titles = attributesOf(shape).filter(
    ([, attribute]) =>
      titleTypes[shape.shaped].has(textIn(attribute, 'type')) && attribute['private'] !== true,
  );
  return (
    <div className="layout-lists">
      <FieldFrame id="layout-title" label={say('types.layout.title')}>
        <select
          id="layout-title"
          className="input"
          disabled={isFixed}
          value={title}
          onChange={({ target }) => change({ ...model, title: target.value })}
        >
          <option value="">{say('types.layout.title.usual')}</option>
          {titles.map(([name]) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </FieldFrame>
      {shape.shaped === 'content-type' && (
        <FieldFrame id="layout-columns" label={say('types.layout.columns')} isGroup>
          {columns === undefined && <p className="hint">{say('types.layout.columns.usual')}</p>}
          {columns !== undefined && columns.length > 0 && (
            <ol className="layout-columns">
              {columns.map((column, at) => (
                <li key={column}>
                  <span>{column}</span>
                  {!isFixed && (
                    <span className="row">
                      <Tool
                        label={say('link.up', { label: column })}
                        icon={<ArrowUp size={16} aria-hidden />}
                        isOff={at === 0}
                        run={() => change({ ...model, columns: moved(columns, at, at - 1) })}
                      />
                      <Tool
                        label={say('link.down', { label: column })}
                        icon={<ArrowDown size={16} aria-hidden />}
                        isOff={at === columns.length - 1}
                        run={() => change({ ...model, columns: moved(columns, at, at + 1) })}
                      />
                      <Tool
                        label={say('link.remove', { label: column })}
                        icon={<X size={16} aria-hidden />}
                        run={() => {
                          const left = columns.toSpliced(at, 1);
                          change({ ...model, columns: left.length === 0 ? undefined : left });
                        }}
                      />
                    </span>
                  )}
                </li>
              ))}
            </ol>
          )}
          {!isFixed && (
            <select
              className="input"
              aria-label={say('types.layout.columns.add')}
              value=""
              onChange={({ target }) => change({ ...model, columns: [...(columns ?? []), target.value] })}
            >
              <option value="">{say('types.layout.columns.add')}</option>
              {columnsOf(types, shape)
                .filter((column) => columns?.includes(column) !== true)
                .map((column) => (
                  <option key={column}>{column}</option>
                ))}
            </select>
          )}
        </FieldFrame>
      )}
    </div>
  );
}

const parts: ReadonlySet<string> = new Set(['component', 'dynamiczone']);
const links: ReadonlySet<string> = new Set(['relation', 'media']);

/** The columns that lists can have: own attributes, those of related entries, and dates. */
function columnsOf({ shapes }: TypesAnswer, shape: ShapeView): readonly string[] {
  const listed = (one: ShapeView) =>
    attributesOf(one).filter(
      ([, attribute]) =>
        ![unlistedTypes, parts].some((types) => types.has(textIn(attribute, 'type'))) &&
        attribute['private'] !== true,
    );
  const own = listed(shape);
  const related = own.flatMap(([name, attribute]) => {
    const target = shapes.find(({ uid }) => uid === textIn(attribute, 'target'));
    if (textIn(attribute, 'type') !== 'relation' || target === undefined) return [];
    return listed(target)
      .filter(([, other]) => !links.has(textIn(other, 'type')))
      .map(([other]) => `${name}.${other}`);
  });
  return [...own.map(([name]) => name), 'createdAt', 'updatedAt', ...related];
}
