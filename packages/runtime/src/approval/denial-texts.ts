/** What the model reads when a call is not allowed: the reason, and what to do instead. */
import { messageOf } from '../text/sentences.ts';
import type { CallConfinement } from '../tool/tool.ts';
import type { ApprovalMode } from './approval.ts';

export const approvalTexts = {
  typedPast: 'The user typed a message instead of answering.',
  cancelled: 'The call was cancelled while it waited for permission.',
  garbled: 'The answer to the question for permission could not be read, so it counts as no.',
} as const;

export function deniedByRule(rule: string): string {
  return `A rule of the user forbids it: ${rule}. Do not try to work around it; say what you need it for.`;
}

export function deniedByMode(mode: ApprovalMode): string {
  const what =
    mode === 'plan'
      ? 'Propose what you would do with propose_plan, if you have it, or say it'
      : 'Say what you would do';
  return `The session is in ${mode} mode, in which only reading is allowed. ${what}; the user can change the mode.`;
}

export function nobodyToAsk(rule: string): string {
  return `It needs permission and there is no one to ask. Say what it was for; the user can allow it with the rule ${rule}.`;
}

/** The call leaves the sandbox, or needs a host. */
export function nobodyToWiden({ confined, question = '', unasked }: CallConfinement): string {
  if (unasked !== undefined) return unasked;
  return confined
    ? `Nobody can answer "${question}" The user can allow hosts beforehand (tools.hosts). Do without them, or say what they are needed for.`
    : 'Leaving the sandbox needs permission each time, and there is no one to ask. Do it inside the sandbox, or say why it cannot be done.';
}

export function askingFailed(error: unknown): string {
  const why = messageOf(error);
  return `Asking for permission failed, so it counts as no: ${why.slice(0, 300)}`;
}
