import { Plus, X } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { say } from '../../messages/messages.js';
import { Dialog } from '../../ui/dialog.js';
import { Tool } from '../../ui/tool.js';
import { ConditionRow, type RowContext } from './condition-row.js';
import { conditionsIn, isGroup, type Group, type Join } from './conditions.js';
import { draftGroupOf, emptyDraft, groupFrom, isComplete, type Draft, type DraftGroup } from './drafts.js';
import { withThose, type Behind, type FilterField } from './fields.js';
import { joinWord } from './operators.js';

interface Props {
  readonly fields: readonly FilterField[];
  /** Absent: nothing is reached through more than one relation. */
  readonly behind?: Behind | undefined;
  /** Undefined: a new one. */
  readonly group: Group | undefined;
  readonly apply: (group: Group) => void;
  readonly close: () => void;
  /** Instead of that of a filter of a list. */
  readonly title?: string;
}

/** Makes conditions, and says which of them have to hold. */
export default function FilterDialog({ fields, behind, group, apply, close, title }: Props) {
  const [first] = fields;
  const [draft, setDraft] = useState<DraftGroup>(() => {
    const given = group && draftGroupOf(group, fields);
    if (given !== undefined && given.parts.length > 0) return given;
    return { join: 'any', parts: first === undefined ? [] : [emptyDraft(first)] };
  });
  const form = useRef<HTMLFormElement>(null);
  const drafts = conditionsIn(draft);
  const isWhole = drafts.every(({ operator, values }) => isComplete(operator, values));
  const done = (event: FormEvent, dismiss: () => void): void => {
    event.preventDefault();
    if (!isWhole) return;
    dismiss();
    apply(groupFrom(draft));
  };
  const added = useRef<Draft | null>(null);
  const context: PartsContext = {
    fields: withThose(
      fields,
      drafts.map(({ field }) => field.path),
      behind,
    ),
    behind,
    add: (field) => (added.current = emptyDraft(field)),
    isNew: (one) => one === added.current,
    leave: () => form.current?.querySelector('select')?.focus(),
  };
  return (
    <Dialog
      title={title ?? say(group === undefined ? 'filter.new' : 'filter.change')}
      close={close}
      className="wide"
    >
      {(dismiss) => (
        <form ref={form} onSubmit={(event) => done(event, dismiss)}>
          <Parts group={draft} context={context} change={setDraft} />
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button type="submit" className="button primary" disabled={!isWhole}>
              {say('filter.apply')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** What groups have in common besides: how conditions are made, and where the focus goes as they come and go. */
interface PartsContext extends RowContext {
  /** Makes a condition that takes the focus. */
  add(field: FilterField): Draft;
  leave(): void;
}

interface PartsProps {
  readonly group: DraftGroup;
  readonly context: PartsContext;
  readonly change: (group: DraftGroup) => void;
  /** Absent: it is the only one. */
  readonly remove?: (() => void) | undefined;
}

/** Makes a part of a group from a condition. */
type MakePart = (draft: Draft) => DraftGroup['parts'][number];

/** The conditions and groups of a group, what can be added to it, and which of them have to hold. */
function Parts({ group, context, change, remove: removeAll }: PartsProps) {
  const { join, parts } = group;
  const word = joinWord(join);
  const replace = (at: number, part: DraftGroup['parts'][number]): void =>
    change({ join, parts: parts.with(at, part) });
  const remove = (at: number): void => {
    context.leave();
    change({ join, parts: parts.toSpliced(at, 1) });
  };
  const add = (make: MakePart): void => {
    const field = conditionsIn(group).at(-1)?.field ?? context.fields[0];
    if (field !== undefined) change({ join, parts: [...parts, make(context.add(field))] });
  };
  return (
    <>
      {parts.map((part, at) => (
        <fieldset className={isGroup(part) ? 'condition condition-group' : 'condition'} key={at}>
          <legend className={at === 0 ? 'hidden' : 'hint'}>
            {at > 0 ? say(word) : say(isGroup(part) ? 'filter.group' : 'filter.condition')}
          </legend>
          <div className="condition-parts">
            {isGroup(part) ? (
              <Parts
                group={part}
                context={context}
                change={(next) => replace(at, next)}
                remove={parts.length > 1 ? () => remove(at) : undefined}
              />
            ) : (
              <ConditionRow draft={part} context={context} change={(next) => replace(at, next)} />
            )}
          </div>
          {parts.length > 1 && !isGroup(part) && (
            <Tool label={say('filter.remove')} icon={<X size={16} aria-hidden />} run={() => remove(at)} />
          )}
        </fieldset>
      ))}
      <PartsTools
        join={join}
        add={add}
        changeJoin={(next) => change({ join: next, parts })}
        remove={removeAll}
      />
    </>
  );
}

interface ToolsProps {
  readonly join: Join;
  readonly add: (make: MakePart) => void;
  readonly changeJoin: (join: Join) => void;
  readonly remove: (() => void) | undefined;
}

const joins: readonly Join[] = ['any', 'all', 'none', 'notAll'];

/** What can be added to a group, and which of its parts have to hold. */
function PartsTools({ join, add, changeJoin, remove }: ToolsProps) {
  const isAnd = joinWord(join) === 'op.and';
  return (
    <div className="row condition-more">
      <button type="button" className="button quiet" onClick={() => add((draft) => draft)}>
        <Plus size={16} aria-hidden /> {say(isAnd ? 'filter.addAnd' : 'filter.addOr')}
      </button>
      <button
        type="button"
        className="button quiet"
        onClick={() => add((draft) => ({ join: isAnd ? 'any' : 'all', parts: [draft] }))}
      >
        <Plus size={16} aria-hidden /> {say('filter.addGroup')}
      </button>
      <select
        className="input"
        aria-label={say('filter.join')}
        value={join}
        onChange={({ target }) => changeJoin(target.value as Join)}
      >
        {joins.map((one) => (
          <option key={one} value={one}>
            {say(`filter.join.${one}`)}
          </option>
        ))}
      </select>
      {remove && <Tool label={say('filter.group.remove')} icon={<X size={16} aria-hidden />} run={remove} />}
    </div>
  );
}
