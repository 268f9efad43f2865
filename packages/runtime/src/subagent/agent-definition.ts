/** An agent that can be started by name: a prompt, and optionally a model and tools. */
import type { McpServers } from '../mcp/mcp-servers.ts';
import { isWanted } from '../mcp/name-filter.ts';
import type { Route, RouteConfig, RouteTarget } from '../route/route.ts';
import type { AgentTool } from '../tool/tool.ts';

export interface AgentDefinition {
  readonly name: string;
  /** What the agent is for. The model chooses an agent by its description. */
  readonly description: string;
  /** Replaces the parent's role. */
  readonly prompt: string;
  /** Names of the parent's tools that it gets; `*` matches any part of a name. Absent: all. */
  readonly tools?: readonly string[];
  /** The target of its requests. Absent: the parent's. */
  readonly route?: RouteTarget | RouteConfig | Route;
}

/** Whether an agent gets a tool of this name. */
export function mayUse({ tools }: Pick<AgentDefinition, 'tools'>, name: string): boolean {
  return tools === undefined || isWanted(name, { include: tools });
}

export function toolsFor(agent: Pick<AgentDefinition, 'tools'>, tools: readonly AgentTool[]): readonly AgentTool[] {
  return tools.filter(({ name }) => mayUse(agent, name));
}

/** The same servers, with the tools it may use. */
export function serversFor(agent: Pick<AgentDefinition, 'tools'>, servers: McpServers): McpServers {
  return { ...servers, tools: () => toolsFor(agent, servers.tools()) };
}
