import type { ReactNode } from 'react';

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  readonly isOff?: boolean;
  /** Of a tool that stays on until it is used again. */
  readonly isPressed?: boolean;
}

/** A button that is a picture. */
export const Tool = ({ label, icon, run, isOff = false, isPressed }: ToolProps) => (
  <button
    type="button"
    className="button quiet icon"
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    disabled={isOff}
    onClick={run}
  >
    {icon}
  </button>
);
