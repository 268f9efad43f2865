/** The pending faults, in the order in which they were requested. */
import type { Fault, FaultPlan, StruckRequest } from './fault.ts';

export interface FaultQueue {
  add(plan: FaultPlan): void;
  /** The faults for this request; counts it. */
  take(request: StruckRequest): Fault | undefined;
  clear(): void;
}

export function createFaultQueue(): FaultQueue {
  let waiting: { readonly plan: FaultPlan; passed: number; struck: number }[] = [];
  return {
    add: (plan) => {
      if ((plan.times ?? 1) > 0) waiting.push({ plan, passed: 0, struck: 0 });
    },
    take: (request) => {
      for (const entry of waiting) {
        const { plan } = entry;
        if (!(plan.when ?? isNotMerelyServed)(request)) continue;
        if (entry.passed < (plan.after ?? 0)) {
          entry.passed += 1;
          continue;
        }
        entry.struck += 1;
        if (entry.struck >= (plan.times ?? 1)) waiting = waiting.filter((other) => other !== entry);
        return plan;
      }
      return undefined;
    },
    clear: () => {
      waiting = [];
    },
  };
}

function isNotMerelyServed({ verdict }: StruckRequest): boolean {
  return verdict !== 'served';
}
