/**
 * Gives calls the tool and argument names of the other side, if a table says that the tools are the same: ours when a session
 * is read, the agent's when one is written. Ids, results and texts stay.
 */
import type { Block, Content, JsonObject, ToolCallBlock } from '@interlock/transcript';
import type { ImportedSession, LogEntry } from '../reading/imported-session.ts';
import { isObject } from '../reading/json.ts';
import { type ToolTable, type ToolTwin, toolTables } from './tool-tables.ts';

export interface NamedCall {
  readonly name: string;
  readonly parameters: JsonObject;
}

export function mapTools(
  session: ImportedSession,
  table: ToolTable = toolTables[session.agent] ?? {},
): ImportedSession {
  if (Object.keys(table).length === 0) return session;
  const renamed = new Map<string, string>();
  const changed = new Map<Content, Content>();
  const ours = (content: Content): Content => {
    const known = changed.get(content);
    if (known !== undefined) return known;
    const blocks = content.blocks.map((block) => mapBlock(block, table, renamed));
    const mapped = blocks.some((block, at) => block !== content.blocks[at]) ? { ...content, blocks } : content;
    changed.set(content, mapped);
    return mapped;
  };
  const log = session.log.map((entry): LogEntry => {
    if (entry.kind === 'content') return { ...entry, content: ours(entry.content) };
    if (entry.kind === 'compaction') return { ...entry, contents: entry.contents.map(ours) };
    return { ...entry, toolName: renamed.get(entry.callId) ?? entry.toolName };
  });
  const subagents = session.subagents.map(({ session: inner, ...rest }) =>
    inner === undefined ? rest : { ...rest, session: mapTools(inner, table) },
  );
  return { ...session, log, subagents };
}

function mapBlock(block: Block, table: ToolTable, renamed: Map<string, string>): Block {
  if (block.type === 'tool_response') {
    const name = renamed.get(block.callId);
    return name === undefined ? block : { ...block, toolName: name };
  }
  if (block.type !== 'tool_call') return block;
  const parameters = twinArguments(block, table);
  const twin = table[block.name];
  if (parameters === undefined || twin === undefined) return block;
  renamed.set(block.id, twin.name);
  return { ...block, name: twin.name, parameters };
}

/** Undefined: there is no equivalent call here. A sealed call goes back to its provider unchanged. */
function twinArguments(call: ToolCallBlock, table: ToolTable): JsonObject | undefined {
  const twin = Object.hasOwn(table, call.name) ? table[call.name] : undefined;
  if (twin === undefined || call.seal !== undefined || !isObject(call.parameters)) return undefined;
  const args: JsonObject = call.parameters;
  if ((twin.required ?? []).some((name) => (args[name] ?? '') === '')) return undefined;
  const names = Object.keys(args).map((name) => twinName(twin, name));
  if (names.some((name) => name === undefined) || new Set(names).size !== names.length) return undefined;
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [twinName(twin, name) ?? name, value]));
}

function twinName({ parameters }: ToolTwin, name: string): string | undefined {
  return Object.hasOwn(parameters, name) ? parameters[name] : undefined;
}

/** The other direction. The call itself if no tool of the table is exactly ours with these arguments. */
export function mapToolsBack(call: NamedCall, table: ToolTable): NamedCall {
  for (const [name, twin] of Object.entries(table)) {
    if (twin.name !== call.name) continue;
    const theirs = new Map(Object.entries(twin.parameters).map(([their, our]) => [our, their]));
    const entries = Object.entries(call.parameters).map(([our, value]) => [theirs.get(our), value] as const);
    if (entries.some(([their]) => their === undefined)) continue;
    const parameters = Object.fromEntries(entries.map(([their, value]) => [their ?? '', value]));
    if ((twin.required ?? []).every((their) => (parameters[their] ?? '') !== '')) return { name, parameters };
  }
  return call;
}
