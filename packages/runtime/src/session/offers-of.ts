/** What a session offers its model besides the given tools, and which of that a subagent gets. */
import type { SessionHeader } from '../store/session-store.ts';
import { type AgentDefinition, mayUse, serversFor, toolsFor } from '../subagent/agent-definition.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionParts } from './session-parts.ts';

export function offersOf(
  { todos = false, plans = false, skills = [], agents = [], mcp }: SessionOptions,
  { spawnDepth }: SessionHeader,
): Pick<SessionParts, 'todos' | 'plans' | 'skills' | 'agents' | 'mcp'> {
  return {
    todos,
    plans: plans ? (spawnDepth === 0 ? 'own' : 'delegated') : false,
    skills,
    agents,
    ...(mcp === undefined ? {} : { mcp }),
  };
}

/** With the agent's prompt, and only the tools it names. */
export function optionsOfAgent(agent: AgentDefinition, options: SessionOptions): SessionOptions {
  const { tools = [], mcp, skills = [], todos = false, plans = false, subagents = false } = options;
  return {
    ...options,
    role: agent.prompt,
    tools: toolsFor(agent, tools),
    ...(mcp === undefined ? {} : { mcp: serversFor(agent, mcp) }),
    skills: mayUse(agent, 'skill') ? skills : [],
    todos: todos && mayUse(agent, 'update_todos'),
    plans: plans && mayUse(agent, 'propose_plan'),
    subagents: mayUse(agent, 'task') ? subagents : false,
  };
}
