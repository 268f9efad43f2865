/** Questions of the runtime to whoever sits there: one at a time, until it is answered or nobody wants to know any more. */
import type { ApprovalAnswer, Approve } from '@interlock/runtime';
import type { Question } from './screen.ts';
import { showArguments } from './show-arguments.ts';

export type Answer = 'yes' | 'always' | 'no';

interface OpenQuestion {
  readonly question: Question;
  readonly settle: (answer: ApprovalAnswer) => void;
}

export class Questions {
  readonly #changed: (question: Question | undefined) => void;
  #open: OpenQuestion | undefined;

  constructor(changed: (question: Question | undefined) => void) {
    this.#changed = changed;
  }

  readonly approve: Approve = ({ callId, tool, subject, args, rule }, signal) =>
    new Promise((resolve) => {
      const open: OpenQuestion = {
        question: { callId, tool, subject, args: showArguments(tool, args), rule },
        settle: (answer) => {
          if (this.#open !== open) return;
          this.#open = undefined;
          this.#changed(undefined);
          resolve(answer);
        },
      };
      this.#open = open;
      signal.addEventListener('abort', () => open.settle({ verdict: 'deny' }), { once: true });
      this.#changed(open.question);
    });

  async answer(answer: Answer): Promise<void> {
    const open = this.#open;
    if (answer !== 'always') return open?.settle({ verdict: answer === 'yes' ? 'allow' : 'deny' });
    const { parseRule } = await import('@interlock/runtime');
    const parsed = parseRule(open?.question.rule ?? '', 'allow');
    // A rule that cannot be read allows this call and no other.
    open?.settle({ verdict: 'allow', ...('rule' in parsed ? { remember: parsed.rule } : {}) });
  }
}
