/**
 * Decides calls by rules, and asks about the rest: one question at a time, in the order they came. What is remembered from one answer
 * counts for the questions behind it.
 */
import type {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalRequest,
  ApprovalRule,
  Approvals,
  Approve,
} from './approval.ts';
import { writeRule } from './parse-rule.ts';
import { readAnswer } from './read-answer.ts';
import { suggestRule } from './suggest-rule.ts';
import { approvalTexts, askingFailed, deniedByRule, nobodyToAsk } from './texts.ts';
import { weighRules } from './weigh-rules.ts';

export interface ApprovalOptions {
  readonly rules?: readonly ApprovalRule[];
  /** Absent: there is nobody to ask, and what would be asked is denied. */
  readonly approve?: Approve;
  /** Hears of every rule that is added, so that it can be kept. */
  readonly remembered?: (rule: ApprovalRule) => void;
}

interface Question {
  readonly request: ApprovalRequest;
  readonly asking: (request: ApprovalRequest) => void;
  /** The call's own: it is settled as soon as this is aborted. */
  readonly signal: AbortSignal;
  /** Aborted when the question is settled, by whomever. */
  readonly settled: AbortSignal;
  settle(decision: ApprovalDecision): void;
}

export function createApprovals(options: ApprovalOptions = {}): Approvals {
  return new RuledApprovals(options);
}

class RuledApprovals implements Approvals {
  readonly #approve: Approve | undefined;
  readonly #remembered: ((rule: ApprovalRule) => void) | undefined;
  readonly #waiting: Question[] = [];
  #rules: readonly ApprovalRule[];
  #current: Question | undefined;

  constructor({ rules = [], approve, remembered }: ApprovalOptions) {
    this.#rules = [...rules];
    this.#approve = approve;
    this.#remembered = remembered;
  }

  get rules(): readonly ApprovalRule[] {
    return this.#rules;
  }

  remember(rule: ApprovalRule): void {
    this.#rules = [...this.#rules, rule];
    this.#remembered?.(rule);
  }

  async decide(
    call: Omit<ApprovalRequest, 'rule'>,
    signal: AbortSignal,
    asking: (request: ApprovalRequest) => void,
  ): Promise<ApprovalDecision> {
    if (signal.aborted) return denial('cancelled', approvalTexts.cancelled);
    const request = { ...call, rule: writeRule(suggestRule(call)) };
    const decided = this.#byRule(request);
    if (decided !== undefined) return decided;
    return new Promise((resolve) => {
      this.#waiting.push(this.#question(request, signal, asking, resolve));
      this.#next();
    });
  }

  /** Also what waits behind the question: whoever typed past one does not want the next one. */
  denyOpen(): void {
    // The one being asked comes last: settling it asks the next one that is left.
    const open = [...this.#waiting, ...(this.#current === undefined ? [] : [this.#current])];
    for (const question of open) question.settle(denial('typed-past', approvalTexts.typedPast));
  }

  #question(
    request: ApprovalRequest,
    signal: AbortSignal,
    asking: Question['asking'],
    resolve: (decision: ApprovalDecision) => void,
  ): Question {
    const controller = new AbortController();
    const cancel = (): void => question.settle(denial('cancelled', approvalTexts.cancelled));
    const question: Question = {
      request,
      asking,
      signal,
      settled: controller.signal,
      settle: (decision) => {
        if (controller.signal.aborted) return;
        signal.removeEventListener('abort', cancel);
        resolve(decision);
        controller.abort();
      },
    };
    signal.addEventListener('abort', cancel, { once: true });
    return question;
  }

  #byRule(request: ApprovalRequest): ApprovalDecision | undefined {
    const { verdict, rule } = weighRules(this.#rules, request);
    if (verdict === 'allow') return { verdict, by: 'rule' };
    if (verdict === 'deny') return denial('rule', deniedByRule(rule === undefined ? '' : writeRule(rule)));
    if (this.#approve !== undefined) return undefined;
    const leavesSandbox = request.confinement?.question !== undefined;
    return denial('nobody', leavesSandbox ? approvalTexts.nobodyToWiden : nobodyToAsk(request.rule));
  }

  #next(): void {
    while (this.#current === undefined) {
      const question = this.#waiting.shift();
      if (question === undefined) return;
      if (question.settled.aborted || question.signal.aborted) continue;
      const decided = this.#byRule(question.request);
      if (decided === undefined) this.#ask(question);
      else question.settle(decided);
    }
  }

  #ask(question: Question): void {
    this.#current = question;
    question.settled.addEventListener('abort', () => {
      this.#current = undefined;
      this.#next();
    });
    void this.#answer(question).then((decision) => question.settle(decision));
  }

  async #answer({ request, asking, settled }: Question): Promise<ApprovalDecision> {
    try {
      asking(request);
      const answer = readAnswer(await this.#approve?.(request, settled));
      if (answer === undefined) return denial('user', approvalTexts.garbled);
      // Too late: somebody else has decided, and nothing is to come of it.
      if (!settled.aborted && answer.remember !== undefined) this.remember(answer.remember);
      return fromUser(answer);
    } catch (error) {
      return denial('user', askingFailed(error));
    }
  }
}

function fromUser({ verdict, message }: ApprovalAnswer): ApprovalDecision {
  if (verdict === 'allow') return { verdict, by: 'user' };
  // That the user did not allow it is said already by how the call is closed.
  return { verdict, by: 'user', ...(message === undefined ? {} : { message }) };
}

function denial(by: ApprovalDecision['by'], message: string): ApprovalDecision {
  return { verdict: 'deny', by, message };
}
