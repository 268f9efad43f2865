/** Stories as Zed's threads: one document, results in the message that made the calls, a summary that keeps nothing. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { type Call, everything, pathOf, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const zedWriter: StoryWriter = {
  agent: 'zed',
  can: { ...everything, compacts: 'keeping nothing' },
  keepsOriginals: true,
  form: 'document',
  repeats: false,
  write,
};

const image = { Image: { source: picture } };

function write(story: Story): readonly JsonObject[] {
  const messages: JsonValue[] = [];
  tell(
    // Steps that were taken back are cut off.
    pathOf(story).map(([, step]) => step),
    {
      user: ({ text, picture: shown }, at) => {
        messages.push({ User: { id: `m${at}`, content: [{ Text: text }, ...(shown ? [image] : [])] } });
      },
      note: () => {
        messages.push('Resume');
      },
      answer: ({ thought, text, calls }) => {
        const content = [
          ...(thought === undefined ? [] : [{ Thinking: { text: thought, signature: 'c2lnbmVk' } }]),
          ...(text === '' ? [] : [{ Text: text }]),
          ...calls.map(({ id, number }) => ({ ToolUse: { id, name: 'read_file', input: { number } } })),
        ];
        const ended = calls.filter(({ outcome }) => outcome !== undefined);
        messages.push({
          Agent: { content, tool_results: Object.fromEntries(ended.map((call) => [call.id, result(call)])) },
        });
      },
      compact: ({ summary }) => {
        messages.push({ Compaction: { Summary: summary } });
      },
    },
  );
  const model = { provider: 'anthropic', model: 'claude-opus-4-6' };
  return [{ version: '0.3.0', title: 'Story', model, messages }];
}

function result({ outcome }: Call): JsonObject {
  const content = [{ Text: outcome?.text ?? '' }, ...(outcome?.kind === 'picture' ? [image] : [])];
  return { tool_name: 'read_file', is_error: outcome?.kind === 'error', content };
}
