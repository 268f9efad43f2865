/** Stories as Roo Code writes them: a list of messages, in which a summary hides those before it. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, pathOf, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const rooCodeWriter: StoryWriter = {
  agent: 'roo-code',
  can: { ...everything, compacts: 'keeping nothing', notes: false },
  keepsOriginals: true,
  form: 'list',
  repeats: false,
  write,
};

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } };
const environment = {
  type: 'text',
  text: '<environment_details>\n# Current Mode\n<slug>code</slug>\n</environment_details>',
};

function write(story: Story): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  const add = (message: JsonObject): void => {
    messages.push({ ts: 1_794_777_000_000 + messages.length, ...message });
  };
  tell(
    pathOf(story).map(([, step]) => step),
    {
      user: ({ text, picture: shown }) => {
        const words = { type: 'text', text: `<user_message>\n${text}\n</user_message>` };
        add({ role: 'user', content: [words, ...(shown ? [image] : []), environment] });
      },
      answer: ({ thought, text, calls }) => {
        const content = [
          ...(text === '' ? [] : [{ type: 'text', text }]),
          ...calls.map(({ id, number }) => ({ type: 'tool_use', id, name: 'read_file', input: { number } })),
        ];
        if (thought !== undefined)
          add({
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: thought }],
            encrypted_content: 'c2VhbGVk',
            id: `rs_${messages.length}`,
          });
        add({ role: 'assistant', content });
        const results = calls.filter(({ outcome }) => outcome !== undefined).map(result);
        if (results.length > 0) add({ role: 'user', content: [...results, environment] });
      },
      compact: ({ summary }) => {
        const condenseId = `condense-${messages.length}`;
        messages.forEach((message, index) => {
          if (!('condenseParent' in message)) messages[index] = { ...message, condenseParent: condenseId };
        });
        add({ role: 'user', content: [{ type: 'text', text: summary }], isSummary: true, condenseId });
      },
    },
  );
  return messages;
}

function result({ id, outcome }: Call): JsonObject {
  const content = [{ type: 'text', text: outcome?.text ?? '' }, ...(outcome?.kind === 'picture' ? [image] : [])];
  return { type: 'tool_result', tool_use_id: id, content, ...(outcome?.kind === 'error' ? { is_error: true } : {}) };
}
