import type { UnitsOfWork } from '../ports/units-of-work.js';
import type { Admission } from './admission.js';

/** Lets reads in a unit of work run at once: those whose turn it is may wait for what the unit has locked. */
export const withReadsInUnits = (admission: Admission, units: Pick<UnitsOfWork, 'current'>): Admission => ({
  ...admission,
  read: (caller, plan, work) => admission.read(units.current() ? undefined : caller, plan, work),
});
