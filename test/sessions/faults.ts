/** Random provider faults, of every kind there is. */
import { type FaultPlan, knownFaults } from '@interlock/simulators';
import type { Dice } from './dice.ts';

const names = Object.keys(knownFaults);

export function anyFault(dice: Dice): FaultPlan {
  const name = dice.pick(names);
  const known = knownFaults[name];
  if (known === undefined) throw new Error(`there is no fault ${name}`);
  const times = dice.chance(0.15) ? 2 + dice.below(6) : 1;
  return { ...moved(known, dice), times, after: dice.below(3) };
}

/** The same fault somewhere else in the answer. */
function moved(fault: FaultPlan, dice: Dice): FaultPlan {
  switch (fault.do) {
    case 'drop':
    case 'stall':
      return typeof fault.at === 'number' ? { ...fault, at: dice.below(3_000) } : fault;
    case 'fail-inside':
      return dice.chance(0.7) ? { ...fault, frames: dice.below(20) } : fault;
    case 'malform':
      // Recognizable garbage: if an ignorable line replaces a frame, no client can know that a frame is missing.
      return {
        ...fault,
        ...(fault.as === undefined ? {} : { as: 'data: {]\n\n' }),
        ...(dice.chance(0.7) ? { frame: dice.below(20) } : {}),
      };
    case 'end-missing':
      return { ...fault, frames: 1 + dice.below(8) };
    case 'truncate-arguments':
      return { ...fault, length: dice.below(12) };
    default:
      return fault;
  }
}
