/**
 * The rules that a client's own messages must follow to be passed on. About fields that may be newer than the rules, the server decides; those
 * of other APIs it is known to refuse.
 */
import { isFieldOfOthers, type Rule } from '@interlock/wire';

export function certainRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule) => {
    if (rule.fields !== 'newer') return rule;
    return { ...rule, find: (view) => rule.find(view).filter(({ path }) => isFieldOfOthers(path)) };
  });
}
