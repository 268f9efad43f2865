/** `propose_plan`: ends plan mode. The user is always asked about the plan, whatever the rules allow; approving it ends plan mode. */
import Type from 'typebox';
import type { ApprovalMode } from '../approval/approval.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool } from '../tool/tool.ts';

export interface PlanControl {
  readonly isOn: boolean;
  /** Returns the mode that applies then. */
  leave(): ApprovalMode;
}

/** `isDelegated`: it works for another agent, and only that agent talks with the user. */
export function createProposePlan(planning: PlanControl, isDelegated = false): AgentTool {
  return defineTool({
    name: 'propose_plan',
    description:
      'Asks the user to approve a plan, which ends plan mode. Only for plan mode, in which calls that change anything are refused: first read what you need, then propose what you would change. ' +
      'Make no other call in the same response. If the user declines, revise the plan. To answer a question, no plan is needed.',
    parameters: Type.Object({
      plan: Type.String({ minLength: 1, description: 'What you would do, step by step, in Markdown.' }),
    }),
    kind: 'read',
    access: () => ({ exclusive: true }),
    confinement: () =>
      planning.isOn && !isDelegated
        ? {
            confined: false,
            question: 'Carry out this plan?',
            unasked: 'There is no one to approve the plan. Give it as your answer, and change nothing.',
          }
        : { confined: false },
    preview: async ({ plan }) => ({ shown: plan }),
    run: () => {
      if (isDelegated) return 'Only the agent that talks with the user can propose a plan. Give yours as your answer.';
      if (!planning.isOn) return 'The session is not in plan mode: no approval is needed. Continue.';
      const mode = planning.leave();
      return `The user has approved the plan. Plan mode has ended, and the session is in ${mode} mode. Carry the plan out.`;
    },
  });
}
