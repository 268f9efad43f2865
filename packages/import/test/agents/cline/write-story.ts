/** Stories as Cline 3 writes them: one document, results as lists of answers. Its compactions rewrite the file. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, pathOf, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const clineWriter: StoryWriter = {
  agent: 'cline',
  can: { ...everything, compacts: 'never' },
  keepsOriginals: true,
  form: 'document',
  repeats: false,
  write,
};

const image = { type: 'image', data: picture, mediaType: 'image/png' };

function write(story: Story): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  const add = (message: JsonObject): void => {
    messages.push({ id: `m${messages.length}`, ts: 1_794_777_000_000 + messages.length, ...message });
  };
  // Messages that were taken back are not in the file anymore.
  tell(
    pathOf(story).map(([, step]) => step),
    {
      user: ({ text, picture: shown }) => {
        const words = { type: 'text', text: `<user_input mode="act">${text}</user_input>` };
        add({ role: 'user', content: [words, ...(shown ? [image] : [])] });
      },
      note: () => {
        add({
          role: 'user',
          content: [{ type: 'text', text: '<environment_details>\n# Mode\nACT\n</environment_details>' }],
        });
      },
      answer: ({ thought, text, calls }) => {
        const content = [
          ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: 'c2lnbmVk' }]),
          ...(text === '' ? [] : [{ type: 'text', text }]),
          ...calls.map(({ id, number }) => ({ type: 'tool_use', id, name: 'read_files', input: { number } })),
        ];
        add({ role: 'assistant', content, modelInfo: { id: 'claude-opus-4-6', provider: 'anthropic' } });
        for (const call of calls.filter(({ outcome }) => outcome !== undefined))
          add({ role: 'user', content: [result(call)] });
      },
    },
  );
  return [
    { version: 1, agent: 'lead', sessionId: 'story', origin: { version: '3.0.65' }, messages, system_prompt: '' },
  ];
}

function result({ id, outcome }: Call): JsonObject {
  const text = outcome?.text ?? '';
  const value = outcome?.kind === 'picture' ? [{ type: 'text', text }, image] : text;
  const content = [{ query: '/home/user/x', result: value, success: outcome?.kind !== 'error' }];
  return { type: 'tool_result', tool_use_id: id, name: 'read_files', content };
}
