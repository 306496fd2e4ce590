import type { UnitsOfWork } from '../ports/units-of-work.js';
import type { Admission } from './admission.js';

/** Lets what a unit of work does wait for no turn: those whose turn it is may wait for what the unit has locked. */
export const withoutTurnsInUnits = (
  admission: Admission,
  units: Pick<UnitsOfWork, 'current'>,
): Admission => ({
  ...admission,
  read: (caller, plan, work) => admission.read(units.current() ? undefined : caller, plan, work),
  write: (caller, work) => admission.write(units.current() ? undefined : caller, work),
});
