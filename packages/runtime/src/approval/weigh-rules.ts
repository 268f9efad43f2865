/**
 * What the rules say of a call.
 *
 * 1. A `deny` that is about the call wins over everything, wherever it stands. Where it may be about the call and nobody can tell
 *    (a command line that cannot be parsed, a program behind `sudo`), the call is not let through without a question.
 * 2. Otherwise the last `allow` or `ask` that is about it, so that what is said later, or remembered, corrects what was said before. Nothing
 *    counts as more specific than something else: order is all there is to know.
 * 3. A call that asks to leave the sandbox is asked about whatever allows it.
 * 4. Otherwise the kind of the tool decides: reading and subagents are allowed, everything else is asked.
 *
 * A command line is only allowed if each of its simple commands is. A rule that says exactly the subject is about all of it: whoever
 * wrote it has seen the whole line.
 */
import type { CallConfinement, ToolKind } from '../tool/tool.ts';
import type { ApprovalRule, Verdict } from './approval-rule.ts';
import type { Likeness } from './likeness.ts';
import { isExactly, matchesWildcard, readWildcard } from './pattern.ts';
import { partsOf, type SubjectPart } from './subject-part.ts';

export interface WeighedCall {
  readonly tool: string;
  readonly kind: ToolKind;
  readonly subject: string;
  readonly confinement?: CallConfinement;
}

export interface Weighed {
  readonly verdict: Verdict;
  /** The rule that decided; absent: the kind did. */
  readonly rule?: ApprovalRule;
}

const byKind: Readonly<Record<ToolKind, Verdict>> = {
  read: 'allow',
  agent: 'allow',
  write: 'ask',
  command: 'ask',
  network: 'ask',
  mcp: 'ask',
  other: 'ask',
};

export function weighRules(rules: readonly ApprovalRule[], call: WeighedCall): Weighed {
  const own = rules.filter(({ tool }) => isAbout(tool, call));
  const parts = partsOf(call.kind, call.subject);
  const whole = (rule: ApprovalRule): boolean => rule.pattern === undefined || isExactly(rule.pattern, call.subject);
  const likens = (rule: ApprovalRule, part: SubjectPart): Likeness => {
    if (whole(rule)) return 'yes';
    return isReadable(rule) ? part.likens(rule.pattern ?? '') : 'unsure';
  };

  const denials = own.filter(({ verdict }) => verdict === 'deny');
  const denial = denials.find((rule) => parts.some((part) => likens(rule, part) === 'yes'));
  if (denial !== undefined) return { verdict: 'deny', rule: denial };

  const doubtful = denials.find((rule) => parts.some((part) => likens(rule, part) === 'unsure'));
  const weighed = parts.map((part): Weighed => {
    const rule = own.findLast((one) => {
      if (one.verdict === 'ask') return likens(one, part) !== 'no';
      return one.verdict === 'allow' && (whole(one) || (isReadable(one) && part.covers(one.pattern ?? '')));
    });
    const verdict = rule?.verdict ?? byKind[call.kind];
    // What leaves the sandbox is the user's to decide each time.
    if (verdict === 'allow' && call.confinement?.question !== undefined) return { verdict: 'ask' };
    const isSeen = rule?.pattern !== undefined && whole(rule);
    if (verdict === 'allow' && doubtful !== undefined && !isSeen) return { verdict: 'ask', rule: doubtful };
    return rule === undefined ? { verdict } : { verdict, rule };
  });
  return weighed.find(({ verdict }) => verdict === 'ask') ?? weighed[0] ?? { verdict: 'ask' };
}

/** A longer one only says exactly one thing: matching costs the product of both lengths, and neither is ours. */
export function isReadable({ pattern = '' }: ApprovalRule): boolean {
  return pattern.length <= 2_000;
}

export function isAbout(tool: string, call: Pick<WeighedCall, 'tool' | 'kind'>): boolean {
  if (tool.startsWith('kind:')) return tool === `kind:${call.kind}`;
  return matchesWildcard(readWildcard(tool), call.tool);
}
