/**
 * The rules that a client's own messages must follow to be passed on. About fields that may be newer than the rules, the server decides; those
 * of other APIs it is known to refuse: they are left out, and everything else stays.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, isFieldOfOthers, type Protocol, type Rule, type Violation } from '@interlock/wire';

export function certainRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule) => {
    if (rule.fields !== 'newer') return rule;
    return { ...rule, find: (view) => rule.find(view).filter(({ path }) => isFieldOfOthers(path)) };
  });
}

/** The body without the fields of other APIs in its messages. Undefined: it breaks other rules, too. */
export function withoutFieldsOfOthers(
  body: JsonObject,
  broken: readonly Violation[],
  { list, rules }: Pick<Protocol, 'list' | 'rules'>,
): JsonObject | undefined {
  const aboutFields = new Set(
    rules.flatMap(({ id, fields }) => (fields === 'newer' || fields === 'of-others' ? [id] : [])),
  );
  const isOnlyFields = broken.every(({ rule, path }) => aboutFields.has(rule) && path.startsWith(`${list}.`));
  return isOnlyFields ? broken.reduce((rest, { path }) => withoutPlace(rest, path.split('.')), body) : undefined;
}

function withoutPlace<T extends JsonValue>(value: T, place: readonly string[]): T;
function withoutPlace(value: JsonValue, [name = '', ...rest]: readonly string[]): JsonValue {
  if (Array.isArray(value)) {
    return asArray(value).map((entry, at) => (String(at) === name ? withoutPlace(entry, rest) : entry));
  }
  const { [name]: inner = null, ...others } = asObject(value) ?? {};
  return rest.length === 0 ? others : { ...asObject(value), [name]: withoutPlace(inner, rest) };
}
