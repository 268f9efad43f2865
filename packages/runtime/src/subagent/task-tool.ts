/** `task`: hands a piece of work to a subagent. */
import Type from 'typebox';
import type { Route } from '../route/route.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool } from '../tool/tool.ts';
import type { Subagents } from './subagents.ts';

export function createTaskTool(subagents: Subagents, route: () => Route): AgentTool {
  return defineTool({
    name: 'task',
    description:
      'Starts a subagent with a conversation of its own and returns its final answer. It has the same tools and sees nothing of this ' +
      'conversation: put everything it must know into the prompt. Several can work at the same time.',
    parameters: Type.Object({
      description: Type.String({ description: 'The task in a few words.' }),
      prompt: Type.String({ description: 'The whole task, with what to report back.', minLength: 1 }),
    }),
    kind: 'agent',
    // A child's own calls are scheduled and asked for by themselves.
    access: () => ({}),
    subject: ({ description }) => description,
    timeoutMs: 0,
    run: (task, context) => subagents.run(task, route(), context),
  });
}
