/** Rules as people write them: `run_command(git *)`, `write_file(src/**)`, `read_file`, `mcp__github__*`, `kind:network`, `*`. */

import type { ToolKind } from '../tool/tool.ts';
import type { ApprovalRule, Verdict } from './approval.ts';

/** `problem`: what is wrong with the text and how to fix it. */
export type ParsedRule = { readonly rule: ApprovalRule } | { readonly problem: string };

export function parseRule(text: string, verdict: Verdict): ParsedRule {
  const trimmed = trim(text);
  const open = bracketIn(trimmed);
  const tool = open === -1 ? trimmed : trimmed.slice(0, open);
  if (tool === '') return problem(text, 'has no tool name', 'Start with the name of a tool, or * for any');
  if (open === -1) return kindProblem(text, tool) ?? { rule: { verdict, tool } };
  if (!trimmed.endsWith(')') || trimmed.length - 1 === open) {
    return problem(text, 'has an unclosed bracket', 'End it with )');
  }
  const pattern = trimmed.slice(open + 1, -1);
  if (pattern === '') return problem(text, 'has nothing between its brackets', 'Omit the brackets to match every call');
  return kindProblem(text, tool) ?? { rule: { verdict, tool, pattern } };
}

export function writeRule({ tool, pattern }: ApprovalRule): string {
  return pattern === undefined ? tool : `${tool}(${pattern})`;
}

/** The tool name in a rule; MCP servers may use any characters. */
export function escapeTool(name: string): string {
  const escaped = name.replaceAll(/[\\*(\s]/g, (special) => `\\${special}`);
  return escaped.startsWith('kind:') ? `\\${escaped}` : escaped;
}

function kindProblem(text: string, tool: string): ParsedRule | undefined {
  if (!tool.startsWith('kind:')) return undefined;
  const kind = tool.slice('kind:'.length);
  if (toolKinds.includes(kind as ToolKind)) return undefined;
  return problem(text, 'names an unknown kind of tool', `Kinds are ${toolKinds.join(', ')}`);
}

function problem(text: string, what: string, fix: string): ParsedRule {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return { problem: `The rule ${JSON.stringify(shown)} ${what}. ${fix}, as in run_command(git *).` };
}

/** A trailing blank is kept if a backslash escapes it. */
function trim(text: string): string {
  const begun = text.trimStart();
  const ended = begun.trimEnd();
  const backslashes = /\\*$/.exec(ended)?.[0].length ?? 0;
  return backslashes % 2 === 1 ? begun.slice(0, ended.length + 1) : ended;
}

function bracketIn(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') return at;
  }
  return -1;
}

/** The kinds of tools, for parsers. */
export const toolKinds: readonly ToolKind[] = ['read', 'write', 'command', 'network', 'mcp', 'agent', 'other'];
