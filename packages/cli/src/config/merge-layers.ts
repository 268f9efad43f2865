/**
 * Merges configurations key by key and keeps the origin of each value. A list, a credential or an MCP server is replaced as a whole; lists
 * that allow or forbid are joined, so that no file can undo what another forbids.
 */
import { isJsonObject } from '@interlock/transcript';
import type { Config } from './config.ts';
import { type ConfigPath, pathText } from './problem.ts';
import type { Origin } from './resolved-config.ts';

export interface Layer {
  readonly values: Config;
  readonly origin: Origin | ((path: string) => Origin);
}

export interface Merged {
  readonly values: Config;
  readonly origins: ReadonlyMap<string, Origin>;
}

/** Lowest priority first. */
export function mergeLayers(layers: readonly Layer[]): Merged {
  const origins = new Map<string, Origin>();
  const candidates = withOneChoice(layers).map(({ values, origin }) => ({ value: values as unknown, origin }));
  const values = merge([], candidates, (path, origin) => {
    const text = pathText(path);
    origins.set(text, typeof origin === 'function' ? origin(text) : origin);
  });
  return { values: values as Config, origins };
}

interface Candidate {
  readonly value: unknown;
  readonly origin: Layer['origin'];
}

type RecordOrigin = (path: ConfigPath, origin: Layer['origin']) => void;

/** The lists of all layers are joined. */
const joinedLists: readonly string[] = [
  ...['approval.allow', 'approval.ask', 'approval.deny', 'tools.disabled'],
  ...['hooks.beforeSession', 'hooks.afterSession', 'hooks.beforeTurn', 'hooks.afterTurn'],
  ...['hooks.beforeTool', 'hooks.afterTool'],
];

/** Entries of these are replaced as a whole, because a mix of two makes no sense. */
const replacedWhole: readonly string[] = ['profiles', 'mcp'];

function merge(path: ConfigPath, candidates: readonly Candidate[], record: RecordOrigin): unknown {
  const strongest = candidates.at(-1);
  if (strongest === undefined) return undefined;
  if (joinedLists.includes(pathText(path))) return joinLists(path, candidates, record);
  const isWhole = path.length === 2 && replacedWhole.includes(String(path[0]));
  if (!isJsonObject(strongest.value) || isWhole) {
    recordLeaves(path, strongest, record);
    return strongest.value;
  }
  // A value that is not an object hides everything below it.
  const objects = candidates.slice(candidates.findLastIndex(({ value }) => !isJsonObject(value)) + 1);
  const keys = [...new Set(objects.flatMap(({ value }) => Object.keys(value as object)))];
  // An empty object is a value, too.
  if (keys.length === 0) record(path, strongest.origin);
  return Object.fromEntries(
    keys.map((key) => {
      const parts = objects.flatMap(({ value, origin }) =>
        isJsonObject(value) && Object.hasOwn(value, key) ? [{ value: value[key], origin }] : [],
      );
      return [key, merge([...path, key], parts, record)];
    }),
  );
}

function joinLists(path: ConfigPath, candidates: readonly Candidate[], record: RecordOrigin): readonly unknown[] {
  const items = new Set<unknown>();
  for (const { value, origin } of candidates) {
    for (const item of Array.isArray(value) ? value : []) {
      if (items.has(item)) continue;
      record([...path, items.size], origin);
      items.add(item);
    }
  }
  return [...items];
}

function recordLeaves(path: ConfigPath, { value, origin }: Candidate, record: RecordOrigin): void {
  if (!isJsonObject(value)) record(path, origin);
  else for (const [key, entry] of Object.entries(value)) recordLeaves([...path, key], { value: entry, origin }, record);
}

/** `model` and `route` answer the same question: setting one overrides the other. */
function withOneChoice(layers: readonly Layer[]): readonly Layer[] {
  const strongest = layers.findLastIndex(({ values }) => values.model !== undefined || values.route !== undefined);
  return layers.map(({ values, origin }, index) => {
    if (index >= strongest) return { values, origin };
    const { model: _model, route: _route, ...rest } = values;
    return { values: rest, origin };
  });
}
