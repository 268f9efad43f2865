/** `update_todos`: a todo list that the model keeps, for itself and for the user. */
import Type from 'typebox';
import type { Todo } from '../store/session-record.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool } from '../tool/tool.ts';

const mostItems = 50;

/** `keep` records the list. */
export function createUpdateTodos(keep: (items: readonly Todo[]) => Promise<void>): AgentTool {
  return defineTool({
    name: 'update_todos',
    description:
      'Replaces the to-do list that the user sees. Use it for work with three or more steps, not for a single simple one. ' +
      'Write the whole list each time: mark the one item you are working on as doing before you start, and as done as soon as it is ' +
      'finished. An empty list removes it.',
    parameters: Type.Object({
      items: Type.Array(
        Type.Object({
          text: Type.String({ minLength: 1, maxLength: 500, description: 'What to do, in a few words.' }),
          state: Type.Union([Type.Literal('open'), Type.Literal('doing'), Type.Literal('done')]),
        }),
        { maxItems: mostItems, description: 'The whole list, in order.' },
      ),
    }),
    // The tool changes only the session itself.
    kind: 'read',
    // One list after the other, in the order of the calls.
    access: () => ({ writes: ['todos:'] }),
    run: async ({ items }) => {
      await keep(items);
      return items.length === 0 ? 'The list is empty.' : items.map(todoLine).join('\n');
    },
  });
}

const signs = { open: '[ ]', doing: '[>]', done: '[x]' } as const;

function todoLine({ text, state }: Todo): string {
  return `${signs[state]} ${text.replaceAll(/\s+/gu, ' ')}`;
}
