/** Plan mode of a session: only reading runs, until the user approves a plan. Then the previous mode applies again. */
import type { ApprovalMode, SessionApprovals } from '../approval/approval.ts';
import type { Emit } from '../events/session-event.ts';

export class PlanMode {
  readonly #approvals: SessionApprovals;
  readonly #emit: Emit;
  #before: ApprovalMode = 'ask';

  constructor(approvals: SessionApprovals, emit: Emit) {
    this.#approvals = approvals;
    this.#emit = emit;
  }

  get isOn(): boolean {
    return this.#approvals.mode === 'plan';
  }

  /** Chosen by the user. */
  choose(mode: ApprovalMode): void {
    if (mode === 'plan' && !this.isOn) this.#before = this.#approvals.mode;
    this.#approvals.mode = mode;
  }

  /** The user has approved a plan. */
  leave(): ApprovalMode {
    if (this.isOn) {
      this.#approvals.mode = this.#before;
      this.#emit({ type: 'mode-changed', mode: this.#before });
    }
    return this.#approvals.mode;
  }
}
