/**
 * Decides calls by rules, and asks the user about the rest: one question at a time, in order. A rule that is remembered from one
 * answer applies to the questions after it.
 */
import type { Preview } from '../tool/tool.ts';
import type {
  ApprovalAnswer,
  ApprovalCall,
  ApprovalDecision,
  ApprovalMode,
  ApprovalRequest,
  ApprovalRule,
  Approve,
  SessionApprovals,
} from './approval.ts';
import { approvalTexts, askingFailed, deniedByMode, deniedByRule, nobodyToAsk, nobodyToWiden } from './denial-texts.ts';
import { writeRule } from './parse-rule.ts';
import type { CommandContext } from './reads-of.ts';
import { suggestRule } from './suggest-rule.ts';
import { weighRules } from './weigh-rules.ts';

export interface ApprovalOptions {
  readonly rules?: readonly ApprovalRule[];
  /** Absent: nobody can be asked, and calls that need approval are denied. */
  readonly approve?: Approve;
  /** Default: `ask`. */
  readonly mode?: ApprovalMode;
  /** Where calls run, so that commands that only read there need no approval. Absent: all commands need approval. */
  readonly place?: CommandContext;
  /** Called for every rule that is added, so that it can be stored. */
  readonly remembered?: (rule: ApprovalRule) => void;
}

interface Question {
  readonly call: ApprovalCall;
  readonly asking: (request: ApprovalRequest) => void;
  /** The signal of the call: the question is settled when it is aborted. */
  readonly signal: AbortSignal;
  /** Aborted when the question is settled. */
  readonly settled: AbortSignal;
  settle(decision: ApprovalDecision): void;
}

export function createApprovals(options: ApprovalOptions = {}): SessionApprovals {
  return new RuledApprovals(options);
}

class RuledApprovals implements SessionApprovals {
  readonly #approve: Approve | undefined;
  readonly #remembered: ((rule: ApprovalRule) => void) | undefined;
  readonly #place: CommandContext | undefined;
  readonly #waiting: Question[] = [];
  mode: ApprovalMode;
  #rules: readonly ApprovalRule[];
  #current: Question | undefined;

  constructor({ rules = [], approve, mode = 'ask', place, remembered }: ApprovalOptions) {
    this.mode = mode;
    this.#place = place;
    this.#rules = [...rules];
    this.#approve = approve;
    this.#remembered = remembered;
  }

  get rules(): readonly ApprovalRule[] {
    return this.#rules;
  }

  remember(rule: ApprovalRule, { kept = true }: { readonly kept?: boolean } = {}): void {
    this.#rules = [...this.#rules, rule];
    if (kept) this.#remembered?.(rule);
  }

  forget(rule: ApprovalRule): boolean {
    const isSame = (one: ApprovalRule): boolean => one.verdict === rule.verdict && writeRule(one) === writeRule(rule);
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((one) => !isSame(one));
    return this.#rules.length < before;
  }

  async decide(
    call: ApprovalCall,
    signal: AbortSignal,
    asking: (request: ApprovalRequest) => void,
  ): Promise<ApprovalDecision> {
    if (signal.aborted) return denial('cancelled', approvalTexts.cancelled);
    const decided = this.#byRule(call);
    if (decided !== undefined) return decided;
    if (this.#approve === undefined) return this.#unasked(call);
    return new Promise((resolve) => {
      this.#waiting.push(this.#question(call, signal, asking, resolve));
      this.#next();
    });
  }

  /** Also denies the questions that have not been asked yet: a user who ignored one does not want the next. */
  denyOpen(): void {
    // The open question comes last: settling it asks the next one.
    const open = [...this.#waiting, ...(this.#current === undefined ? [] : [this.#current])];
    for (const question of open) question.settle(denial('typed-past', approvalTexts.typedPast));
  }

  #question(
    call: ApprovalCall,
    signal: AbortSignal,
    asking: Question['asking'],
    resolve: (decision: ApprovalDecision) => void,
  ): Question {
    const controller = new AbortController();
    const cancel = (): void => question.settle(denial('cancelled', approvalTexts.cancelled));
    const question: Question = {
      call,
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

  #byRule(call: ApprovalCall): ApprovalDecision | undefined {
    const context = { mode: this.mode, ...(this.#place === undefined ? {} : { place: this.#place }) };
    const { verdict, rule, mode, onlyReads } = weighRules(this.#rules, call, context);
    if (verdict === 'allow') return { verdict, by: 'rule', ...(onlyReads === undefined ? {} : { onlyReads }) };
    if (verdict === 'ask') return undefined;
    if (mode !== undefined) return denial('mode', deniedByMode(mode));
    return denial('rule', deniedByRule(rule === undefined ? '' : writeRule(rule)));
  }

  /** Nobody can be asked; a call that cannot succeed is reported as such. */
  async #unasked(call: ApprovalCall): Promise<ApprovalDecision> {
    const preview = await lookAt(call);
    if (preview !== undefined && 'refused' in preview) return denial('impossible', preview.refused);
    const { confinement } = call;
    const isWider = confinement?.question !== undefined;
    return denial('nobody', isWider ? nobodyToWiden(confinement) : nobodyToAsk(writeRule(suggestRule(call))));
  }

  #next(): void {
    while (this.#current === undefined) {
      const question = this.#waiting.shift();
      if (question === undefined) return;
      if (question.settled.aborted || question.signal.aborted) continue;
      const decided = this.#byRule(question.call);
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

  async #answer({ call, asking, settled }: Question): Promise<ApprovalDecision> {
    try {
      const preview = call.look === undefined ? undefined : await lookAt(call);
      if (preview !== undefined && 'refused' in preview) return denial('impossible', preview.refused);
      if (settled.aborted) return denial('cancelled', approvalTexts.cancelled);
      const request = requestOf(call, preview?.shown);
      asking(request);
      // A listener may have answered immediately.
      if (settled.aborted) return denial('cancelled', approvalTexts.cancelled);
      const answer = readAnswer(await this.#approve?.(request, settled));
      if (answer === undefined) return denial('user', approvalTexts.garbled);
      // The answer may come too late: the question is already settled.
      if (!settled.aborted && answer.remember !== undefined) this.remember(answer.remember);
      return fromUser(answer, preview?.shown);
    } catch (error) {
      return denial('user', askingFailed(error));
    }
  }
}

function requestOf({ look: _, ...call }: ApprovalCall, preview: string | undefined): ApprovalRequest {
  const rule = writeRule(suggestRule(call));
  return { ...call, rule, ...(preview === undefined || preview === '' ? {} : { preview }) };
}

/** Undefined: there is nothing to show besides the arguments. If the preview fails, the tool reports the error when it runs. */
async function lookAt({ look }: ApprovalCall): Promise<Preview | undefined> {
  try {
    return await look?.();
  } catch {
    return undefined;
  }
}

function fromUser({ verdict, message }: ApprovalAnswer, seen: string | undefined): ApprovalDecision {
  if (verdict === 'allow') return { verdict, by: 'user', ...(seen === undefined ? {} : { seen }) };
  // The call's closure already says that the user did not allow it.
  return { verdict, by: 'user', ...(message === undefined ? {} : { message }) };
}

function denial(by: ApprovalDecision['by'], message: string): ApprovalDecision {
  return { verdict: 'deny', by, message };
}

/** The callback is user code: anything but a valid answer is ignored. */
function readAnswer(answer: unknown): ApprovalAnswer | undefined {
  if (!isRecord(answer)) return undefined;
  const { verdict, remember, message } = answer;
  if (verdict !== 'allow' && verdict !== 'deny') return undefined;
  if (message !== undefined && typeof message !== 'string') return undefined;
  if (remember !== undefined && !isRule(remember)) return undefined;
  return {
    verdict,
    ...(remember === undefined ? {} : { remember }),
    ...(message === undefined ? {} : { message }),
  };
}

function isRule(rule: unknown): rule is ApprovalRule {
  if (!isRecord(rule)) return false;
  const { verdict, tool, pattern } = rule;
  const isVerdict = verdict === 'allow' || verdict === 'ask' || verdict === 'deny';
  return isVerdict && typeof tool === 'string' && (pattern === undefined || typeof pattern === 'string');
}

function isRecord(value: unknown): value is Record<'verdict' | 'remember' | 'message' | 'tool' | 'pattern', unknown> {
  return typeof value === 'object' && value !== null;
}
