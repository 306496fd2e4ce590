import type { ReactNode } from 'react';

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  readonly isOff?: boolean;
}

/** A button that is a picture. */
export const Tool = ({ label, icon, run, isOff = false }: ToolProps) => (
  <button
    type="button"
    className="button quiet icon"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={run}
  >
    {icon}
  </button>
);
