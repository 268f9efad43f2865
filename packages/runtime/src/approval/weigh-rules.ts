/**
 * What the rules say about a call.
 *
 * 1. A `deny` that matches the call wins over everything, at any position. If it cannot be determined whether it matches (a command
 *    line that cannot be parsed, a program behind `sudo`), the call does not run without asking.
 * 2. Otherwise the last `allow` or `ask` that matches decides, so that later and remembered rules override earlier ones. No rule
 *    counts as more specific than another: only the order matters.
 * 3. A call that asks to leave the sandbox always needs approval.
 * 4. Otherwise the mode and the kind of the tool decide (`judgeUnruled`): reading and subagents are allowed, most else is asked.
 *
 * In plan mode only what step 4 counts as reading is allowed, whatever the rules say; fetching a URL only by a rule.
 *
 * A command line is allowed only if each of its simple commands is. A rule that equals the whole subject covers all of it: its author
 * has seen the whole line.
 */

import type { ApprovalRule, Verdict } from '../tool/approval-rule.ts';
import { endsInHash, isPlainServer } from '../tool/mcp-tool-name.ts';
import type { ToolKind } from '../tool/tool.ts';
import type { ApprovalMode } from './approval.ts';
import type { MatchResult } from './match-result.ts';
import { isExactly, readWildcard } from './pattern.ts';
import type { CommandContext } from './reads-of.ts';
import { isAbout, isReadable, type WeighedCall } from './rule-scope.ts';
import { partsOf, type SubjectPart } from './subject-part.ts';

export interface RuleDecision {
  readonly verdict: Verdict;
  /** The rule that decided; absent: the tool's kind decided. */
  readonly rule?: ApprovalRule;
  /** The mode forbids it. */
  readonly mode?: ApprovalMode;
  /** Allowed without a rule, at least in part, because a command only reads. */
  readonly onlyReads?: true;
}

/** Where the call runs. Without it, what a command reads is unknown, and commands need approval. */
export interface WeighContext {
  readonly mode?: ApprovalMode;
  readonly place?: CommandContext;
}

export function weighRules(
  rules: readonly ApprovalRule[],
  call: WeighedCall,
  context: WeighContext = {},
): RuleDecision {
  const own = rules.filter(
    (rule) => isAbout(rule.tool, call) && (rule.verdict !== 'allow' || isOfServer(rule.tool, call)),
  );
  const parts = partsOf(call.kind, call.subject, context.place);
  const whole = (rule: ApprovalRule): boolean => rule.pattern === undefined || isExactly(rule.pattern, call.subject);
  const match = (rule: ApprovalRule, part: SubjectPart): MatchResult => {
    if (whole(rule)) return 'yes';
    return isReadable(rule) ? part.match(rule.pattern ?? '') : 'unsure';
  };

  const denials = own.filter(({ verdict }) => verdict === 'deny');
  const denial = denials.find((rule) => parts.some((part) => match(rule, part) === 'yes'));
  if (denial !== undefined) return { verdict: 'deny', rule: denial };

  const { mode = 'ask' } = context;
  const unruled = (part: SubjectPart): UnruledDecision =>
    judgeUnruled(call, mode, part, (path, depth) => isReadAllowed(rules, path, depth));
  if (mode === 'plan' && isChanging(call.kind) && parts.some((part) => unruled(part).verdict !== 'allow'))
    return { verdict: 'deny', mode };

  const doubtful = denials.find((rule) => parts.some((part) => match(rule, part) === 'unsure'));
  const weighed = parts.map((part): RuleDecision => {
    const rule = own.findLast((one) => {
      if (one.verdict === 'ask') return match(one, part) !== 'no';
      return one.verdict === 'allow' && (whole(one) || (isReadable(one) && part.covers(one.pattern ?? '')));
    });
    // In plan mode a rule allows no more than reading.
    const judged = rule === undefined || mode === 'plan' ? unruled(part) : undefined;
    const verdict = rule?.verdict ?? judged?.verdict ?? 'ask';
    // The user decides each time whether a call may leave the sandbox.
    if (verdict === 'allow' && call.confinement?.question !== undefined) return { verdict: 'ask' };
    const isSeen = rule?.pattern !== undefined && whole(rule);
    if (verdict === 'allow' && doubtful !== undefined && !isSeen) return { verdict: 'ask', rule: doubtful };
    const reading = judged?.onlyReads === undefined ? {} : { onlyReads: judged.onlyReads };
    return rule === undefined ? { verdict, ...reading } : { verdict, rule, ...reading };
  });
  const asked = weighed.find(({ verdict }) => verdict === 'ask');
  // Plan mode asks no questions: calls that are not allowed by a rule, or need asking, must wait.
  if (mode === 'plan' && call.kind === 'network' && asked !== undefined && asked.rule === undefined)
    return { verdict: 'deny', mode };
  return asked ?? weighed.find(({ onlyReads }) => onlyReads) ?? weighed[0] ?? { verdict: 'ask' };
}

/** A command may read only what the file tools may read. */
function isReadAllowed(rules: readonly ApprovalRule[], path: string, depth: 'one' | 'all'): boolean {
  const tools = ['read_file', 'list_files', 'search_files'];
  const isHiding = ({ verdict, tool }: ApprovalRule): boolean =>
    verdict !== 'allow' && tools.some((name) => isAbout(tool, { tool: name, kind: 'read' }));
  if (depth === 'all') return !rules.some(isHiding);
  return tools.every((tool) => weighRules(rules, { tool, kind: 'read', subject: path }).verdict === 'allow');
}

/** `one`: this file or folder. `all`: everything below it, too. */
type MayRead = (path: string, depth: 'one' | 'all') => boolean;

const byKind: Readonly<Record<ToolKind, Verdict>> = {
  read: 'allow',
  agent: 'allow',
  write: 'ask',
  command: 'ask',
  network: 'ask',
  mcp: 'ask',
  other: 'ask',
};

type UnruledDecision = Pick<RuleDecision, 'verdict' | 'onlyReads'>;

/** Step 4: no rule matches the call. */
function judgeUnruled(call: WeighedCall, mode: ApprovalMode, part: SubjectPart, mayRead: MayRead): UnruledDecision {
  const { kind, subject, confinement } = call;
  const reads = kind === 'command' ? part.reads?.() : undefined;
  if (reads?.every(({ path, depth }) => mayRead(path, depth)) === true) return { verdict: 'allow', onlyReads: true };
  // A folder outside the workspace has an absolute name.
  const isInside = !/^(\/|[A-Za-z]:)/.test(subject);
  if (kind === 'write' && isInside && (mode === 'accept-edits' || mode === 'confined')) return { verdict: 'allow' };
  if (mode === 'confined' && confinement?.confined === true) return { verdict: 'allow' };
  return { verdict: byKind[kind] };
}

/** Stopped by plan mode unless the call only reads. Fetching a URL only reads, but the user must have allowed it. */
function isChanging(kind: ToolKind): boolean {
  return kind === 'write' || kind === 'command' || kind === 'mcp' || kind === 'other';
}

/**
 * Whether an `allow` rule for tools of an MCP server matches a tool of that server; true if the rule names no server. Names alone do
 * not tell: the tools of a server called `github__evil` also start with `mcp__github__`.
 */
function isOfServer(rule: string, { kind, tool, server }: WeighedCall): boolean {
  const [start, ...stars] = readWildcard(rule);
  if (!/^mcp__.+?__/s.test(start)) return true;
  if (kind !== 'mcp') return false;
  if (stars.length === 0) return start === tool;
  if (server !== undefined) return isPlainServer(server) && start.startsWith(`mcp__${server}__`);
  // The tool's server is unknown.
  return !endsInHash(tool);
}
