/** What the model reads when a call is not allowed: the reason, and what to do instead. */
import { messageOf } from '../text/sentences.ts';
import type { CallConfinement } from '../tool/tool.ts';
import type { ApprovalMode } from './approval.ts';

export const approvalTexts = {
  typedPast: 'The user typed a message instead of answering.',
  cancelled: 'The call was cancelled while it waited for approval.',
  garbled: 'The answer to the request for approval is invalid, so the call was denied.',
} as const;

export function deniedByRule(rule: string): string {
  return `A rule of the user denies it: ${rule}. Do not try to work around it; explain what you need it for.`;
}

export function deniedByMode(mode: ApprovalMode): string {
  const what =
    mode === 'plan'
      ? 'Propose your changes with propose_plan, or describe them if you do not have that tool'
      : 'Describe what you would do';
  return `The session is in ${mode} mode, in which only reading is allowed. ${what}; the user can change the mode.`;
}

export function nobodyToAsk(rule: string): string {
  return `It needs approval, and there is no one to ask. Explain what it was for; the user can allow it with the rule ${rule}.`;
}

/** The call leaves the sandbox, or needs a host. */
export function nobodyToWiden({ confined, question = '', unasked }: CallConfinement): string {
  if (unasked !== undefined) return unasked;
  return confined
    ? `Nobody can answer "${question}" The user can allow hosts beforehand (tools.hosts). Do without them, or explain what they are needed for.`
    : 'Leaving the sandbox needs approval each time, and there is no one to ask. Do it inside the sandbox, or explain why that is not possible.';
}

export function askingFailed(error: unknown): string {
  const why = messageOf(error);
  return `The request for approval failed, so the call was denied: ${why.slice(0, 300)}`;
}
