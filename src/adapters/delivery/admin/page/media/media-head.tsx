import { Grid2x2, List, ListFilter } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SearchBox } from '../list/search-box.js';
import { formatNumber, say } from '../messages/messages.js';
import { ages, kinds, sizes, textStates, uses, type MediaChange, type MediaSearch } from './media-search.js';

interface HeadProps {
  readonly search: MediaSearch;
  readonly total: number | undefined;
  readonly change: (next: MediaChange) => void;
  readonly children: ReactNode;
}

/** What is shown, and what narrows it. */
export function MediaHead({ search, total, change, children }: HeadProps) {
  const isTable = search.view === 'table';
  const isFiltered = [search.text, search.size, search.age, search.use].some((one) => one !== undefined);
  const [isShown, setShown] = useState(false);
  const isOpen = isShown || isFiltered;
  return (
    <>
      <div className="list-head">
        <h1>{say('media.title')}</h1>
        <span className="hint" role="status">
          {total !== undefined && say('media.total', { total, shown: formatNumber(total) })}
        </span>
        {children}
      </div>
      <div className="media-tools">
        <SearchBox
          value={search.search ?? ''}
          change={(text) => change({ search: text === '' ? undefined : text })}
        />
        <Choice
          label={say('media.column.kind')}
          none={say('media.kind.all')}
          options={kinds.map((kind) => [kind, say(`media.kinds.${kind}`)])}
          value={search.kind}
          choose={(kind) => change({ kind })}
        />
        <button
          type="button"
          className="button"
          aria-expanded={isOpen}
          onClick={() => {
            setShown(!isOpen);
            if (isOpen && isFiltered)
              change({ text: undefined, size: undefined, age: undefined, use: undefined });
          }}
        >
          <ListFilter size={16} aria-hidden /> {say('media.filters')}
        </button>
        <div className="view-switch" role="group" aria-label={say('media.view')}>
          <ViewButton
            label={say('media.view.grid')}
            isOn={!isTable}
            choose={() => change({ view: undefined })}
          >
            <Grid2x2 size={16} aria-hidden />
          </ViewButton>
          <ViewButton label={say('media.view.table')} isOn={isTable} choose={() => change({ view: 'table' })}>
            <List size={16} aria-hidden />
          </ViewButton>
        </div>
      </div>
      {isOpen && (
        <div className="media-tools">
          <Choice
            label={say('media.alternativeText')}
            none={say('media.text.all')}
            options={textStates.map((text) => [text, say(`media.text.${text}`)])}
            value={search.text}
            choose={(text) => change({ text })}
          />
          <Choice
            label={say('media.column.size')}
            none={say('media.size.all')}
            options={sizes.map((size) => [size, say(`media.size.${size}`)])}
            value={search.size}
            choose={(size) => change({ size })}
          />
          <Choice
            label={say('media.created')}
            none={say('media.age.all')}
            options={ages.map((age) => [age, say(`media.age.${age}`)])}
            value={search.age}
            choose={(age) => change({ age })}
          />
          <Choice
            label={say('media.use')}
            none={say('media.use.all')}
            options={uses.map((use) => [use, say(`media.use.${use}`)])}
            value={search.use}
            choose={(use) => change({ use })}
          />
        </div>
      )}
    </>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  /** What stands for all files. */
  readonly none: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T | undefined;
  readonly choose: (value: T | undefined) => void;
}

function Choice<T extends string>({ label, none, options, value, choose }: ChoiceProps<T>) {
  return (
    <select
      className="input"
      aria-label={label}
      value={value ?? ''}
      data-on={value !== undefined || undefined}
      onChange={({ target }) => choose(options.find(([name]) => name === target.value)?.[0])}
    >
      <option value="">{none}</option>
      {options.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}

interface ViewProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly choose: () => void;
  readonly children: ReactNode;
}

const ViewButton = ({ label, isOn, choose, children }: ViewProps) => (
  <button
    type="button"
    className="button icon"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    onClick={choose}
  >
    {children}
  </button>
);
