/** The rules in effect, and where each comes from. */
import { type ApprovalRule, parseRule, type Verdict, writeRule } from '@interlock/runtime';
import type { Origin, ResolvedConfig } from '../config/resolved-config.ts';

export interface ListedRule {
  readonly verdict: Verdict;
  /** As it is written. */
  readonly rule: string;
  /** `session` and `project` were remembered and can be revoked; `configured` says where it is. */
  readonly from: 'session' | 'project' | 'configured' | 'built-in';
  /** For the user. */
  readonly origin: string;
}

/** Rules of files and flags, in the order in which they are listed there. */
export function configuredRules({
  values: { approval = {}, tools = {} },
  origins,
}: ResolvedConfig): readonly ListedRule[] {
  const listed = (path: string, verdict: Verdict, rule: string): ListedRule => ({
    verdict,
    rule: canonical(rule, verdict),
    from: 'configured',
    origin: originText(origins.get(path)),
  });
  return [
    ...(['allow', 'ask', 'deny'] as const).flatMap((verdict) =>
      (approval[verdict] ?? []).map((rule, place) => listed(`approval.${verdict}[${place}]`, verdict, rule)),
    ),
    ...(tools.disabled ?? []).map((rule, place) => listed(`tools.disabled[${place}]`, 'deny', rule)),
  ];
}

export function keptRules(rules: readonly string[]): readonly ListedRule[] {
  return rules.map((rule) => ({ verdict: 'allow', rule, from: 'project', origin: 'remembered for this project' }));
}

/** `counting`: the rules of the session. Those from nowhere else were remembered there, or protect the user's own files. */
export function sessionRules(counting: readonly ApprovalRule[], known: readonly ListedRule[]): readonly ListedRule[] {
  const isKnown = (rule: ApprovalRule): boolean =>
    known.some((each) => each.verdict === rule.verdict && each.rule === writeRule(rule));
  return counting
    .filter((rule) => !isKnown(rule))
    .map((rule) => {
      const said = { verdict: rule.verdict, rule: writeRule(rule) };
      return rule.verdict === 'deny'
        ? { ...said, from: 'built-in', origin: 'built in' }
        : { ...said, from: 'session', origin: 'remembered in this session' };
    });
}

function originText(origin: Origin | undefined): string {
  return origin?.name ?? 'the configuration';
}

/** In the form of `writeRule`, so that equal rules are equal texts. */
function canonical(text: string, verdict: Verdict): string {
  const parsed = parseRule(text, verdict);
  return 'rule' in parsed ? writeRule(parsed.rule) : text;
}
