/**
 * Turns what a model wrote into something that can run: the tool, its checked arguments and what they access. Or returns the error
 * that says what to fix.
 */
import type { JsonObject, ToolCallBlock } from '@interlock/transcript';
import type { ApprovalDecision } from '../approval/approval.ts';
import { clip } from '../text/clip.ts';
import type { Access, AgentTool, CallConfinement, Preview, Workspace } from '../tool/tool.ts';
import type { ArgumentCheck } from '../tool/validate-arguments.ts';
import { describeThrown } from './describe-thrown.ts';
import type { Outcome } from './outcome.ts';

export interface PreparedCall {
  readonly tool: AgentTool;
  readonly args: JsonObject;
  readonly access: Access;
  /** Why it is not known what the call accesses. */
  readonly accessFault?: string;
  readonly subject: string;
  readonly server?: string;
  readonly look?: () => Promise<Preview>;
  readonly confinement?: CallConfinement;
}

export type Preparation =
  | { readonly isReady: true; readonly prepared: PreparedCall }
  | { readonly isReady: false; readonly outcome: Outcome };

const mostTools = 200;

/** Never throws. */
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
  const subject = subjectOf(tool, args, workspace);
  if (typeof subject !== 'string') return { isReady: false, outcome: subject };
  try {
    const confinement = tool.confinement?.(args);
    const { server, preview } = tool;
    const about = {
      ...(confinement === undefined ? {} : { confinement }),
      ...(server === undefined ? {} : { server }),
      ...(preview === undefined ? {} : { look: () => preview.call(tool, args, workspace) }),
    };
    return { isReady: true, prepared: { tool, args, ...accessOf(tool, args, workspace), subject, ...about } };
  } catch (error) {
    return { isReady: false, outcome: unclear(tool, error) };
  }
}

/** Rules are compared with the subject: without it the call cannot be judged, and fails. */
export function subjectOf(tool: AgentTool, args: JsonObject, workspace: Workspace): string | Outcome {
  try {
    const subject: unknown = tool.subject(args, workspace);
    if (typeof subject !== 'string') throw new TypeError('its subject is not a string');
    return subject;
  } catch (error) {
    return unclear(tool, error);
  }
}

function unclear(tool: AgentTool, error: unknown): Outcome {
  const why = describeThrown(error);
  return {
    state: 'error',
    error: `The tool ${tool.name} could not determine what this call applies to, so it was not run: ${why}`,
  };
}

/** A tool that cannot say what it accesses runs alone. */
function accessOf(
  tool: AgentTool,
  args: JsonObject,
  workspace: Workspace,
): Pick<PreparedCall, 'access' | 'accessFault'> {
  try {
    const { reads = [], writes = [], exclusive = false } = tool.access(args, workspace);
    if (isNames(reads) && isNames(writes)) return { access: { reads, writes, exclusive } };
    throw new TypeError('its reads and writes are not lists of names');
  } catch (error) {
    const accessFault = `${tool.name} could not say what a call of it accesses, so the call runs alone: ${describeThrown(error)}`;
    return { access: { exclusive: true }, accessFault };
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
  if (tools.size === 0) return `${head} There are no tools; answer without them.`;
  const names = [...tools.keys()];
  const more = names.length > mostTools ? `, and ${names.length - mostTools} more` : '';
  return `${head} The tools are: ${clip(names.slice(0, mostTools).join(', '), 8_000)}${more}.`;
}

/** The outcome of a call that is not allowed; undefined if it is. */
export function refusalOf({ verdict, by, message }: ApprovalDecision): Outcome | undefined {
  if (verdict === 'allow') return undefined;
  if (by === 'cancelled') return { state: 'cancelled' };
  // The call was not refused: it could not have succeeded.
  if (by === 'impossible') return { state: 'error', error: message ?? '' };
  return { state: 'denied', ...(message === undefined ? {} : { partial: message }) };
}
