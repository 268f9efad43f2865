/** The approval mode of sessions: the configured one, and the one that the user has chosen since. `confined` needs a sandbox. */
import type { ApprovalMode, Confinement, Session } from '@interlock/runtime';

export interface SessionMode {
  readonly mode: ApprovalMode;
  /** Why it is not the requested one. */
  readonly notice?: string;
}

/** The mode that a session starts in. Without a sandbox, `confined` becomes `ask`, with a notice. */
export function sessionMode(wanted: ApprovalMode, confinement: Confinement): SessionMode {
  const missing = wanted === 'confined' ? whyNotConfined(confinement) : undefined;
  return missing === undefined ? { mode: wanted } : { mode: 'ask', notice: `${missing} The mode is ask.` };
}

/** Undefined: there is a sandbox. */
export function whyNotConfined(confinement: Confinement): string | undefined {
  if (confinement.state === 'confined') return undefined;
  const why = confinement.state === 'off' ? 'it is turned off (tools.confine, --sandbox)' : 'this machine has none';
  return `Confined mode needs the sandbox, and ${why}.`;
}

/** The mode that the user has chosen; it also applies to sessions that are opened later. */
export class ChosenMode {
  #mode: ApprovalMode | undefined;

  /** Returns why the mode cannot be used. Undefined: it is set. */
  set(mode: ApprovalMode, session: Session, confinement: Confinement | undefined): string | undefined {
    const isAvailable = mode !== 'confined' || confinement === undefined;
    const missing = isAvailable ? undefined : whyNotConfined(confinement);
    if (missing !== undefined) return missing;
    this.#mode = mode;
    session.setMode(mode);
    return undefined;
  }

  /** Records that the session has changed its mode itself: approving a plan ends plan mode. */
  follow(mode: ApprovalMode): void {
    this.#mode = mode;
  }

  /** Applies the mode to a session that was just opened. */
  applyTo(session: Session): void {
    if (this.#mode !== undefined) session.setMode(this.#mode);
  }
}
