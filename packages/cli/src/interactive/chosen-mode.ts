/** The approval mode that the user has chosen; it also applies to sessions that are opened later. */
import type { ApprovalMode, Confinement, Session } from '@interlock/runtime';
import { whyNotConfined } from '../agent/session-mode.ts';

export class ChosenMode {
  #mode: ApprovalMode | undefined;

  /** Returns why it cannot be used. Undefined: it is set. */
  set(mode: ApprovalMode, session: Session, confinement: Confinement | undefined): string | undefined {
    const isAvailable = mode !== 'confined' || confinement === undefined;
    const missing = isAvailable ? undefined : whyNotConfined(confinement);
    if (missing !== undefined) return missing;
    this.#mode = mode;
    session.setMode(mode);
    return undefined;
  }

  /** Approving a plan ends plan mode. */
  follow(mode: ApprovalMode): void {
    this.#mode = mode;
  }

  adopt(session: Session): void {
    if (this.#mode !== undefined) session.setMode(this.#mode);
  }
}
