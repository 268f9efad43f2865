/** Stories as Goose wrote them before its database: a line about the session, then messages; a summary hides what is before it. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const gooseWriter: StoryWriter = {
  agent: 'goose',
  can: { ...everything, compacts: 'keeping nothing', rewinds: false },
  keepsOriginals: true,
  form: 'lines',
  repeats: false,
  write,
};

const image = { type: 'image', mimeType: 'image/png', data: picture };

interface Written {
  readonly line: JsonObject;
  readonly userVisible: boolean;
  readonly agentVisible: boolean;
}

function write(story: Story): readonly JsonObject[] {
  let messages: readonly Written[] = [];
  const say = (role: string, content: readonly JsonObject[], userVisible = true): void => {
    const line = { id: `m${messages.length}`, role, created: 1_794_776_674 + messages.length, content };
    messages = [...messages, { line, userVisible, agentVisible: true }];
  };
  tell(story, {
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
    compact: ({ summary }) => {
      messages = messages.map((message) => ({ ...message, agentVisible: false }));
      say('user', [{ type: 'text', text: summary }], false);
    },
  });
  const about = { working_dir: '/home/user/x', description: 'Story', message_count: messages.length };
  return [about, ...messages.map(({ line, ...metadata }) => ({ ...line, metadata }))];
}

function result({ id, outcome }: Call): JsonObject {
  const text = outcome?.text ?? '';
  if (outcome?.kind === 'error') return { type: 'toolResponse', id, toolResult: { status: 'error', error: text } };
  const value = [{ type: 'text', text }, ...(outcome?.kind === 'picture' ? [image] : [])];
  return { type: 'toolResponse', id, toolResult: { status: 'success', value } };
}
