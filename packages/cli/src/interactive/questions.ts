/** Approval questions to the user, one at a time, until each is answered or withdrawn. */
import type { ApprovalAnswer, ApprovalRequest, ApprovalRule, Approve } from '@interlock/runtime';
import { showArguments } from '../wording/show-arguments.ts';
import type { Question } from './screen.ts';
import { isUnfolded, unfold } from './unfold-question.ts';

export type Answer = 'yes' | 'always' | 'no' | 'view';

interface OpenQuestion {
  question: Question;
  readonly settle: (answer: ApprovalAnswer) => void;
}

export class Questions {
  readonly #changed: (question: Question | undefined) => void;
  #open: OpenQuestion | undefined;

  constructor(changed: (question: Question | undefined) => void) {
    this.#changed = changed;
  }

  get open(): Question | undefined {
    return this.#open?.question;
  }

  readonly approve: Approve = async (request, signal) => {
    const question = await questionOf(request);
    return new Promise((resolve) => {
      const open: OpenQuestion = {
        question,
        settle: (answer) => {
          resolve(answer);
          if (this.#open !== open) return;
          this.#open = undefined;
          this.#changed(undefined);
        },
      };
      if (signal.aborted) {
        open.settle({ verdict: 'deny' });
        return;
      }
      this.#open = open;
      signal.addEventListener('abort', () => open.settle({ verdict: 'deny' }), { once: true });
      this.#changed(open.question);
    });
  };

  /** Answers this question, if it is still open. `remember`: a rule for the session. */
  settle(question: Question, verdict: 'allow' | 'deny', remember?: ApprovalRule): void {
    const open = this.#open;
    if (open?.question.callId !== question.callId) return;
    open.settle({ verdict, ...(remember === undefined ? {} : { remember }) });
  }

  /** The next part of the question's details. Undefined: no question is open, or all of it was shown. */
  unfold(): string | undefined {
    const open = this.#open;
    const next = open === undefined ? undefined : unfold(open.question);
    if (open === undefined || next === undefined) return undefined;
    open.question = next.question;
    this.#changed(next.question);
    return next.text;
  }

  get isUnfolded(): boolean {
    return this.#open !== undefined && isUnfolded(this.#open.question);
  }
}

async function questionOf(request: ApprovalRequest): Promise<Question> {
  const { offerRules } = await import('@interlock/runtime');
  const { callId, tool, subject, args, preview, confinement } = request;
  const asks = confinement?.question;
  return {
    callId,
    tool,
    subject,
    // The whole plan is above the question.
    details: tool === 'propose_plan' ? '' : (preview ?? showArguments(tool, args)),
    // Leaving the sandbox needs approval each time, whatever is remembered.
    offers: asks === undefined ? offerRules(request) : [],
    ...(asks === undefined ? {} : { asks }),
  };
}
