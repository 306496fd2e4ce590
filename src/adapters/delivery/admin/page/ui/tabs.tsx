import { useId, useState, type ReactNode } from 'react';
import { moveFocus } from './move-focus.js';
import './tabs.css';

export interface TabItem {
  readonly label: string;
  /** What is in it, by name, for those who look for the tab of something. */
  readonly holds?: readonly string[];
  /** Stands behind the label. */
  readonly note?: ReactNode;
  readonly panel: ReactNode;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  /** The label of the tab that is open at first, else the first. */
  readonly initial?: string | undefined;
  readonly opened?: (label: string) => void;
}

/** Tabs, of which arrow keys open the next. Those that are not open stay in the page. */
export function Tabs({ label, tabs, initial, opened }: Props) {
  const id = useId();
  const [open, setOpen] = useState(initial);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.label === open),
  );
  const choose = (tab: TabItem, index: number): void => {
    if (index === at) return;
    setOpen(tab.label);
    opened?.(tab.label);
  };
  return (
    <div className="tabbed">
      <div className="tab-row" role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === at ? 0 : -1}
            data-item
            data-holds={tab.holds?.join(' ')}
            onFocus={() => choose(tab, index)}
            onClick={() => choose(tab, index)}
          >
            <span dir="auto">{tab.label}</span> {tab.note}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.label}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== at}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
