/** The rules in effect, and where each comes from. */
import { type ApprovalRule, parseRule, type Verdict, writeRule } from '@interlock/runtime';
import type { Origin, ResolvedConfig } from '../config/resolved-config.ts';

export interface ListedRule {
  readonly verdict: Verdict;
  /** In text form. */
  readonly rule: string;
  /** `session` and `project` were remembered and can be revoked; `configured` says where it is. */
  readonly from: 'session' | 'project' | 'configured' | 'built-in';
  /** Where the rule is, in words. */
  readonly origin: string;
}

/** Rules of files and flags, in the order in which they appear there. */
export function configuredRules({
  values: { approval = {}, tools = {} },
  origins,
}: ResolvedConfig): readonly ListedRule[] {
  const listed = (path: string, verdict: Verdict, rule: string): ListedRule => ({
    verdict,
    rule: canonicalRule(rule, verdict),
    from: 'configured',
    origin: originText(origins.get(path)),
  });
  return [
    ...(['allow', 'ask', 'deny'] as const).flatMap((verdict) =>
      (approval[verdict] ?? []).map((rule, index) => listed(`approval.${verdict}[${index}]`, verdict, rule)),
    ),
    ...(tools.disabled ?? []).map((rule, index) => listed(`tools.disabled[${index}]`, 'deny', rule)),
  ];
}

export function rememberedRules(rules: readonly string[]): readonly ListedRule[] {
  return rules.map((rule) => ({ verdict: 'allow', rule, from: 'project', origin: 'remembered for this project' }));
}

/** `inEffect`: all rules of the session. Those not in `known` were remembered in it, or protect the user's own files. */
export function sessionRules(inEffect: readonly ApprovalRule[], known: readonly ListedRule[]): readonly ListedRule[] {
  const isKnown = (rule: ApprovalRule): boolean =>
    known.some((each) => each.verdict === rule.verdict && each.rule === writeRule(rule));
  return inEffect
    .filter((rule) => !isKnown(rule))
    .map((rule) => {
      const shown = { verdict: rule.verdict, rule: writeRule(rule) };
      return rule.verdict === 'deny'
        ? { ...shown, from: 'built-in', origin: 'built in' }
        : { ...shown, from: 'session', origin: 'remembered in this session' };
    });
}

function originText(origin: Origin | undefined): string {
  return origin?.name ?? 'the configuration';
}

/** The rule as `writeRule` writes it, so that equal rules have equal texts. */
function canonicalRule(text: string, verdict: Verdict): string {
  const parsed = parseRule(text, verdict);
  return 'rule' in parsed ? writeRule(parsed.rule) : text;
}
