/** The pending faults, in the order in which they were requested. */
import type { Fault, FaultPlan, RequestFacts } from './fault.ts';

export interface FaultQueue {
  add(plan: FaultPlan): void;
  /** Returns the fault for this request, if any, and counts the request. */
  take(request: RequestFacts): Fault | undefined;
  clear(): void;
}

export function createFaultQueue(): FaultQueue {
  let waiting: { readonly plan: FaultPlan; passed: number; used: number }[] = [];
  return {
    add: (plan) => {
      if ((plan.times ?? 1) > 0) waiting.push({ plan, passed: 0, used: 0 });
    },
    take: (request) => {
      for (const entry of waiting) {
        const { plan } = entry;
        if (!(plan.when ?? involvesModel)(request)) continue;
        if (entry.passed < (plan.after ?? 0)) {
          entry.passed += 1;
          continue;
        }
        entry.used += 1;
        if (entry.used >= (plan.times ?? 1)) waiting = waiting.filter((other) => other !== entry);
        return plan;
      }
      return undefined;
    },
    clear: () => {
      waiting = [];
    },
  };
}

function involvesModel({ verdict }: RequestFacts): boolean {
  return verdict !== 'served';
}
