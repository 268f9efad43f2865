/** The mode that the user has chosen: sessions that are opened later begin in it. */
import type { ApprovalMode, Confinement, Session } from '@interlock/runtime';
import { whyNotConfined } from '../agent/session-mode.ts';

export class ChosenMode {
  #mode: ApprovalMode | undefined;

  /** Why it cannot be; undefined: it counts. */
  set(mode: ApprovalMode, session: Session, confinement: Confinement | undefined): string | undefined {
    const isHeld = mode !== 'confined' || confinement === undefined;
    const missing = isHeld ? undefined : whyNotConfined(confinement);
    if (missing !== undefined) return missing;
    this.#mode = mode;
    session.setMode(mode);
    return undefined;
  }

  /** A plan that was approved ends plan mode. */
  heard(mode: ApprovalMode): void {
    this.#mode = mode;
  }

  adopt(session: Session): void {
    if (this.#mode !== undefined) session.setMode(this.#mode);
  }
}
