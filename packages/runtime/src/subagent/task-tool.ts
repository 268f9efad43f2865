/** `task`: hands a piece of work to a subagent. */
import Type, { type TEnum, type TOptional } from 'typebox';
import type { Route } from '../route/route.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool } from '../tool/tool.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { Subagents } from './subagents.ts';

/** `agents`: those that can be started by name. */
export function createTaskTool(
  subagents: Subagents,
  route: () => Route,
  agents: readonly AgentDefinition[] = [],
): AgentTool {
  return defineTool({
    name: 'task',
    description: [
      'Starts a subagent for a task of several steps and returns its final answer. It has the same tools but starts afresh each ' +
        'time and sees nothing of this conversation, and you cannot reply to it: put everything it needs to know into the prompt. ' +
        'Make several calls in one response to run several in parallel. To read a known file or search for a name, use the tools yourself.',
      ...(agents.length === 0
        ? []
        : ['Specialized agents, each with its own prompt and possibly its own tools and model:']),
      ...agents.map(({ name, description }) => `- ${name}: ${description}`),
    ].join('\n'),
    parameters: Type.Object({
      // The parameter exists only if there are agents to choose from.
      ...(agents.length === 0 ? ({} as AgentParameter) : agentParameter(agents)),
      description: Type.String({ description: 'The task in 3 to 5 words; shown to the user.' }),
      prompt: Type.String({
        description:
          'The complete task: what to do, whether to change files or only to find out, and what to report back.',
        minLength: 1,
      }),
    }),
    kind: 'agent',
    // A child's calls are scheduled and approved separately.
    access: () => ({}),
    subject: ({ description }) => description,
    timeoutMs: 0,
    run: ({ agent: name, ...task }, context) => {
      const agent = agents.find((each) => each.name === name);
      return subagents.run({ ...task, ...(agent === undefined ? {} : { agent }) }, route(), context);
    },
  });
}

type AgentParameter = ReturnType<typeof agentParameter>;

function agentParameter(agents: readonly AgentDefinition[]): { readonly agent: TOptional<TEnum<string[]>> } {
  const names = agents.map(({ name }) => name);
  return {
    agent: Type.Optional(
      Type.Enum(names, { description: 'One of the agents above. Default: a general one with your tools.' }),
    ),
  };
}
