/** Stories as Goose wrote them before its database: a line about the session, then messages; a summary hides what is before it. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, pathOf, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const gooseWriter: StoryWriter = {
  agent: 'goose',
  can: { ...everything, compacts: 'never' },
  keepsOriginals: true,
  form: 'lines',
  repeats: false,
  write,
};

const image = { type: 'image', mimeType: 'image/png', data: picture };

function write(story: Story): readonly JsonObject[] {
  const lines: JsonObject[] = [{ working_dir: '/home/user/x', description: 'Story', message_count: story.length }];
  const say = (role: string, content: readonly JsonObject[]): void => {
    lines.push({ id: `m${lines.length}`, role, created: 1_794_776_674 + lines.length, content });
  };
  tell(
    // What was taken back is cut off.
    pathOf(story).map(([, step]) => step),
    {
      user: ({ text, picture: shown }) => say('user', [{ type: 'text', text }, ...(shown ? [image] : [])]),
      note: () => say('user', [{ type: 'systemNotification', notificationType: 'inlineMessage', msg: 'Working.' }]),
      answer: ({ thought, text, calls }) => {
        say('assistant', [
          ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: 'c2lnbmVk' }]),
          ...(text === '' ? [] : [{ type: 'text', text }]),
          ...calls.map(({ id, number }) => ({
            ...{ type: 'toolRequest', id },
            toolCall: { status: 'success', value: { name: 'developer__shell', arguments: { number } } },
          })),
        ]);
        const results = calls.filter(({ outcome }) => outcome !== undefined).map(result);
        if (results.length > 0) say('user', results);
      },
    },
  );
  return lines;
}

function result({ id, outcome }: Call): JsonObject {
  const text = outcome?.text ?? '';
  if (outcome?.kind === 'error') return { type: 'toolResponse', id, toolResult: { status: 'error', error: text } };
  const value = [{ type: 'text', text }, ...(outcome?.kind === 'picture' ? [image] : [])];
  return { type: 'toolResponse', id, toolResult: { status: 'success', value } };
}
