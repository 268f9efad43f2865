/** Compares a client's messages with the rendered ones, without what only the provider of the API can compare. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '@interlock/wire';
import type { Front } from '../fronts/front.ts';
import { type CoveredList, unreadPart } from '../memory/covered-list.ts';
import type { PassedHistory } from '../memory/passed-history.ts';

/**
 * The provider of the API knows more than we can say: a tool that it still runs, or whose result came in a later message, an entry of which
 * nothing could be read, a conversation that ends with the model's turn. The rest is compared; the rules decide whether the whole is sound.
 */
export function coversApart(
  sent: readonly JsonValue[],
  rendered: readonly JsonValue[],
  { protocol }: Front,
  history: PassedHistory,
  covered: CoveredList,
): boolean {
  const isOfProvider = (part: JsonValue): boolean => {
    const object = asObject(part);
    return object !== undefined && protocol.isProviderPart?.(object) === true;
  };
  const apart = sent.flatMap((entry) => {
    const { content = null, parts = content } = asObject(entry) ?? {};
    const isBare = typeof parts !== 'string' && asArray(parts).every((part) => part === unreadPart);
    return isBare ? [] : [history.apart(entry, (part) => (isOfProvider(part) ? [unreadPart] : [part]))];
  });
  const others = withoutAdded(apart, rendered).map((entry) =>
    history.apart(entry, (part) => (isOfProvider(part) ? [] : [part])),
  );
  return covered.covers(apart, others);
}

/** Without the user messages that were added before the model's first turn and after its last one. */
function withoutAdded(sent: readonly JsonValue[], rendered: readonly JsonValue[]): readonly JsonValue[] {
  const isAdded = (at: number): boolean => isOfUser(rendered.at(at)) && !isOfUser(sent.at(at));
  return rendered.slice(isAdded(0) ? 1 : 0, isAdded(-1) ? -1 : undefined);
}

function isOfUser(entry: JsonValue | undefined): boolean {
  return asObject(entry)?.['role'] === 'user';
}
