/** From what a model wrote to what can be run: the tool, its checked arguments, what they touch. Or the error that says what to mend. */
import type { JsonObject, ToolCallBlock } from '@interlock/transcript';
import { clip } from '../tool/clip.ts';
import type { Access, AgentTool, CallConfinement, Workspace } from '../tool/tool.ts';
import type { ArgumentCheck } from '../tool/validate-arguments.ts';
import { describeThrown } from './describe-thrown.ts';
import type { Outcome } from './outcome.ts';

export interface PreparedCall {
  readonly tool: AgentTool;
  readonly args: JsonObject;
  readonly access: Access;
  readonly subject: string;
  readonly confinement?: CallConfinement;
}

export type Preparation =
  | { readonly isReady: true; readonly prepared: PreparedCall }
  | { readonly isReady: false; readonly outcome: Outcome };

const mostTools = 200;

/** Never throws, whatever tool it is. */
export function prepareCall(
  call: ToolCallBlock,
  tools: ReadonlyMap<string, AgentTool>,
  workspace: Workspace,
  check: ArgumentCheck,
): Preparation {
  const tool = tools.get(call.name);
  return tool === undefined ? refused(unknownTool(call.name, tools)) : prepareFor(tool, call, workspace, check);
}

export function prepareFor(
  tool: AgentTool,
  call: Pick<ToolCallBlock, 'parameters'>,
  workspace: Workspace,
  check: ArgumentCheck,
): Preparation {
  const read = check(tool, call.parameters);
  if (!read.isValid) return refused(read.problem);
  const { args } = read;
  try {
    const subject: unknown = tool.subject(args, workspace);
    if (typeof subject !== 'string') throw new TypeError('its subject is not a text');
    const confinement = tool.confinement?.(args);
    const reach = confinement === undefined ? {} : { confinement };
    return { isReady: true, prepared: { tool, args, access: accessOf(tool, args, workspace), subject, ...reach } };
  } catch (error) {
    // Rules are held against the subject: without it nobody can say whether the call is allowed.
    return refused(
      `The tool ${tool.name} cannot say what this call is about, so it was not run: ${describeThrown(error)}`,
    );
  }
}

/** Nothing is known of a tool that cannot say what it touches: it runs alone. */
function accessOf(tool: AgentTool, args: JsonObject, workspace: Workspace): Access {
  try {
    const { reads = [], writes = [], exclusive = false } = tool.access(args, workspace);
    return isNames(reads) && isNames(writes) ? { reads, writes, exclusive } : { exclusive: true };
  } catch {
    return { exclusive: true };
  }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function refused(error: string): Preparation {
  return { isReady: false, outcome: { state: 'error', error } };
}

function unknownTool(name: string, tools: ReadonlyMap<string, AgentTool>): string {
  const head = `There is no tool "${clip(name, 100)}", so nothing was run.`;
  if (tools.size === 0) return `${head} There are no tools at all; answer without.`;
  const names = [...tools.keys()];
  const more = names.length > mostTools ? `, and ${names.length - mostTools} more` : '';
  return `${head} The tools are: ${clip(names.slice(0, mostTools).join(', '), 8_000)}${more}.`;
}
