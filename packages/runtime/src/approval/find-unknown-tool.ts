/** Finds rules that match no tool: a mistyped name, a name from another agent, an MCP server that is not configured. */
import { nearestName } from '@interlock/wire';
import type { ApprovalRule } from '../tool/approval-rule.ts';
import { writeRule } from './parse-rule.ts';
import { matchesWildcard, readWildcard, type Wildcard } from './pattern.ts';

export interface KnownTools {
  /** Built-in and custom tools, also those that are disabled. */
  readonly tools: readonly string[];
  /** Names of the configured MCP servers. Their tools are not known before they are started. */
  readonly servers: readonly string[];
}

export interface UnknownTool {
  readonly reason: 'other-agent' | 'no-tool' | 'no-server';
  /** The rule that was probably intended. */
  readonly meant?: string;
  /** What is wrong, and what to write instead. */
  readonly problem: string;
}

/** Tool names of other agents, in lower case. */
const otherAgents: Readonly<Record<string, string>> = {
  bash: 'run_command',
  shell: 'run_command',
  local_shell: 'run_command',
  exec_command: 'run_command',
  edit: 'edit_file',
  multiedit: 'edit_file',
  notebookedit: 'edit_file',
  apply_patch: 'edit_file',
  write: 'write_file',
  read: 'read_file',
  glob: 'list_files',
  ls: 'list_files',
  grep: 'search_files',
  webfetch: 'fetch_url',
  agent: 'task',
};

const mcpStart = 'mcp__';

/** Undefined: it names a tool, a kind, or something that a server may offer. */
export function findUnknownTool(rule: ApprovalRule, known: KnownTools): UnknownTool | undefined {
  if (rule.tool.startsWith('kind:')) return undefined;
  const name = readWildcard(rule.tool);
  if (known.tools.some((tool) => matchesWildcard(name, tool))) return undefined;
  const [start, ...stars] = name;
  if (start.startsWith(mcpStart)) return findUnknownServer(rule, name, known.servers);
  if (stars.length > 0 && mcpStart.startsWith(start) && known.servers.length > 0) return undefined;
  const elsewhere = stars.length > 0 ? undefined : translated(rule, start, known.tools);
  if (elsewhere !== undefined) {
    return {
      reason: 'other-agent',
      meant: elsewhere,
      problem: `${quoted(rule)} names a tool of another agent. Write ${elsewhere}.`,
    };
  }
  const near = nearestName(rule.tool, known.tools);
  const meant = near === undefined ? undefined : writeRule({ ...rule, tool: near });
  return {
    reason: 'no-tool',
    ...describe(rule, 'names an unknown tool', meant, `Tools are ${known.tools.join(', ')}.`),
  };
}

/** If no servers are configured, any server name is accepted: the rules may be meant for another machine. */
function findUnknownServer(rule: ApprovalRule, name: Wildcard, servers: readonly string[]): UnknownTool | undefined {
  if (servers.length === 0) return undefined;
  const [start, ...stars] = name;
  const starts = servers.map((server) => `${mcpStart}${server.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}__`);
  if (starts.some((each) => start.startsWith(each) || (stars.length > 0 && each.startsWith(start)))) return undefined;
  // How other agents name all tools of a server.
  if (stars.length === 0 && starts.includes(`${start}__`)) {
    return { reason: 'no-tool', ...describe(rule, 'names an unknown tool', `${start}__*`, '') };
  }
  const [, typed = '', rest = ''] = /^mcp__(.*?)(__.*)?$/s.exec(rule.tool) ?? [];
  const near = nearestName(typed, servers);
  const meant = near === undefined ? undefined : writeRule({ ...rule, tool: `${mcpStart}${near}${rest || '__*'}` });
  return {
    reason: 'no-server',
    ...describe(rule, 'names an unknown MCP server', meant, `Servers are ${servers.join(', ')}.`),
  };
}

function describe(
  rule: ApprovalRule,
  what: string,
  meant: string | undefined,
  known: string,
): Omit<UnknownTool, 'reason'> {
  if (meant === undefined) return { problem: `${quoted(rule)} ${what}. ${known}` };
  return { meant, problem: `${quoted(rule)} ${what}. Did you mean ${meant}?` };
}

function quoted(rule: ApprovalRule): string {
  const text = writeRule(rule);
  return `The rule ${JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)}`;
}

/** The same rule with our tool name and our pattern syntax. */
function translated(rule: ApprovalRule, name: string, tools: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const tool = Object.hasOwn(otherAgents, lower) ? otherAgents[lower] : undefined;
  if (tool === undefined || !tools.includes(tool)) return undefined;
  const { pattern } = rule;
  return writeRule({
    verdict: rule.verdict,
    tool,
    ...(pattern === undefined ? {} : { pattern: ourPattern(tool, pattern) }),
  });
}

function ourPattern(tool: string, pattern: string): string {
  if (tool === 'run_command') return pattern.replace(/:\*$/, ' *');
  if (tool === 'fetch_url') return pattern.replace(/^domain:(.+)$/s, 'https://$1/*');
  return pattern.replace(/^\.\//, '');
}
