/** Stories as Continue writes them: one document, results beside their calls and once more in their own messages. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, pathOf, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const continueWriter: StoryWriter = {
  agent: 'continue',
  can: { ...everything, resultPictures: false, compacts: 'keeping nothing', notes: false },
  keepsOriginals: true,
  form: 'document',
  repeats: false,
  write,
};

function write(story: Story): readonly JsonObject[] {
  const history: JsonObject[] = [];
  tell(
    pathOf(story).map(([, step]) => step),
    {
      user: ({ text, picture: shown }) => {
        const image = { type: 'imageUrl', imageUrl: { url: `data:image/png;base64,${picture}` } };
        history.push({
          message: { role: 'user', content: shown ? [{ type: 'text', text }, image] : text },
          contextItems: [],
        });
      },
      answer: ({ thought, text, calls }) => {
        if (thought !== undefined)
          history.push({ message: { role: 'thinking', content: thought, signature: 'c2lnbmVk' } });
        const message = {
          role: 'assistant',
          content: text,
          toolCalls: calls.map(callOf),
          usage: { model: 'claude-opus-4-6' },
        };
        history.push({ message, toolCallStates: calls.map(stateOf) });
        for (const { id, outcome } of calls) {
          if (outcome !== undefined) history.push({ message: { role: 'tool', toolCallId: id, content: outcome.text } });
        }
      },
      compact: ({ summary }) => {
        const last = history.at(-1);
        if (last !== undefined) history[history.length - 1] = { ...last, conversationSummary: summary };
      },
    },
  );
  return [{ sessionId: 'story', title: 'A story', workspaceDirectory: '/home/user/x', history }];
}

function callOf({ id, number }: Call): JsonObject {
  return { id, type: 'function', function: { name: 'Read', arguments: JSON.stringify({ number }) } };
}

function stateOf(call: Call): JsonObject {
  const { id, outcome } = call;
  const status = outcome === undefined ? 'calling' : outcome.kind === 'error' ? 'errored' : 'done';
  const output = outcome === undefined ? [] : [{ name: 'Tool Result', content: outcome.text }];
  return { toolCallId: id, toolCall: callOf(call), status, output };
}
