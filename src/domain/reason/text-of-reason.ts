import { english } from './english.js';
import type { Reason } from './reason.js';

/** Returns the English words of a reason. */
export const textOfReason = ({ code, parameters }: Reason): string =>
  english[code].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name] ?? whole;
    return typeof value === 'object' ? value.join(', ') : String(value);
  });
