/**
 * Names of tools without their `namespace`, which only the Responses API has. As at the gateway, a name that occurs in several of them (two MCP
 * servers may both have a `search`) gets the namespace; others stay as the agent's tools are known.
 */
import type { JsonObject } from '@interlock/transcript';
import { textOf } from '../../reading/json.ts';
import { type RolloutLine, replacementIn } from './rollout-line.ts';

/** Names that are called in more than one namespace. */
export function sharedNames(lines: readonly RolloutLine[]): ReadonlySet<string> {
  const calls = lines.flatMap(({ type, payload }) => {
    const items = type === 'compacted' ? (replacementIn(payload, new Map()) ?? []) : [payload];
    return items.filter(isCall);
  });
  const byName = Map.groupBy(calls, ({ name = null }) => textOf(name));
  const isShared = (all: readonly JsonObject[]): boolean =>
    new Set(all.map(({ namespace = null }) => textOf(namespace))).size > 1;
  return new Set([...byName].flatMap(([name, all]) => (isShared(all) ? [name] : [])));
}

export function withUniqueName(item: JsonObject, shared: ReadonlySet<string>): JsonObject {
  const { name = null, namespace = null } = item;
  if (!isCall(item) || textOf(namespace) === '' || !shared.has(textOf(name))) return item;
  return { ...item, name: `${textOf(namespace)}__${textOf(name)}` };
}

function isCall({ type }: JsonObject): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}
