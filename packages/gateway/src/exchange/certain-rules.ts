/**
 * The rules that a client's own messages must follow to be passed on. About fields that may be newer than the rules, the server decides; those
 * of other APIs it is known to refuse: they are left out, and everything else stays.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, isFieldOfOthers, type Protocol, type Rule, type Violation } from '@interlock/wire';
import type { LeftOut } from './report.ts';

export function certainRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule) => {
    if (rule.fields !== 'newer') return rule;
    return { ...rule, find: (view) => rule.find(view).filter(({ path }) => isFieldOfOthers(path)) };
  });
}

/** A body without the fields of other APIs in its messages. */
export interface Corrected {
  readonly body: JsonObject;
  readonly leftOut: readonly LeftOut[];
}

/** Undefined: the body breaks other rules, too. */
export function withoutFieldsOfOthers(
  body: JsonObject,
  broken: readonly Violation[],
  { list, rules }: Pick<Protocol, 'list' | 'rules'>,
): Corrected | undefined {
  const aboutFields = new Set(
    rules.flatMap(({ id, fields }) => (fields === 'newer' || fields === 'of-others' ? [id] : [])),
  );
  if (!broken.every(({ rule, path }) => aboutFields.has(rule) && path.startsWith(`${list}.`))) return undefined;
  const places = Map.groupBy(
    broken.map(({ path }) => path.split('.').slice(1)),
    ([at = '']) => Number(at),
  );
  const entries = asArray(body[list]).map((entry, at) =>
    (places.get(at) ?? []).reduce((rest, [, ...place]) => withoutPlace(rest, place), entry),
  );
  return { body: { ...body, [list]: entries }, leftOut: namesOf(broken, list) };
}

/** Each name once: clients copy the same fields into every message. */
function namesOf(broken: readonly Violation[], list: string): readonly LeftOut[] {
  const byName = Map.groupBy(broken, ({ path }) => path.slice(path.lastIndexOf('.') + 1));
  return [...byName].map(([name, violations]) => {
    const why = `${violations[0]?.rule}: a field of another API, which the target refuses.`;
    return { what: `${list}: ${name} (${violations.length})`, why };
  });
}

function withoutPlace(value: JsonValue, [name = '', ...rest]: readonly string[]): JsonValue {
  if (Array.isArray(value)) {
    return asArray(value).map((entry, at) => (String(at) === name ? withoutPlace(entry, rest) : entry));
  }
  const { [name]: inner = null, ...others } = asObject(value) ?? {};
  return rest.length === 0 ? others : { ...asObject(value), [name]: withoutPlace(inner, rest) };
}
