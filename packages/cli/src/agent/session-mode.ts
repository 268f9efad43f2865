/** The approval mode that a session starts in. `confined` needs a sandbox: without one it falls back to `ask`, with a notice. */
import type { ApprovalMode, Confinement } from '@interlock/runtime';

export interface SessionMode {
  readonly mode: ApprovalMode;
  /** Why it is not the requested one. */
  readonly notice?: string;
}

export function sessionMode(wanted: ApprovalMode, confinement: Confinement): SessionMode {
  const missing = wanted === 'confined' ? whyNotConfined(confinement) : undefined;
  return missing === undefined ? { mode: wanted } : { mode: 'ask', notice: `${missing} The mode is ask.` };
}

/** Undefined: there is a sandbox. */
export function whyNotConfined(confinement: Confinement): string | undefined {
  if (confinement.state === 'confined') return undefined;
  const why = confinement.state === 'off' ? 'it is switched off (tools.confine, --sandbox)' : 'this machine has none';
  return `Confined mode needs the sandbox, and ${why}.`;
}
