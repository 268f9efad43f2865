/** Stories as Droid writes them: messages in Anthropic's form, and a summary that names the last message it covers. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, picture, type Story } from '../../stories/story.ts';
import { clockFrom, type StoryWriter, tell } from '../../stories/writer.ts';

export const droidWriter: StoryWriter = {
  agent: 'droid',
  can: { ...everything, rewinds: false },
  keepsOriginals: true,
  form: 'lines',
  repeats: true,
  write,
};

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } };

function write(story: Story): readonly JsonObject[] {
  const now = clockFrom();
  const lines: JsonObject[] = [{ type: 'session_start', id: 'story', version: 2, cwd: '/home/user/x', title: 'Story' }];
  /** The last message before the turn that runs. */
  let anchor = '';
  const say = (role: string, content: readonly JsonObject[], more: JsonObject = {}): void => {
    const message = { role, content, ...more };
    lines.push({ type: 'message', id: `m${lines.length}`, timestamp: now(), message });
  };
  tell(story, {
    user: ({ text, picture: shown }) => {
      anchor = String(lines.findLast(({ type }) => type === 'message')?.['id'] ?? '');
      say('user', [{ type: 'text', text }, ...(shown ? [image] : [])]);
    },
    note: () => say('user', [{ type: 'text', text: '<system-reminder>\nBe brief.\n</system-reminder>' }]),
    answer: ({ thought, text, calls }) => {
      const signed = { signature: 'c2lnbmVk', signatureProvider: 'anthropic' };
      const content = [
        ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, ...signed }]),
        ...(text === '' ? [] : [{ type: 'text', text }]),
        ...calls.map(({ id, number }) => ({ type: 'tool_use', id, name: 'Read', input: { number } })),
      ];
      say('assistant', content, { model: 'claude-opus-4-6' });
      const results = calls.filter(({ outcome }) => outcome !== undefined).map(result);
      if (results.length > 0) say('user', results);
    },
    compact: ({ summary, keepsTurn }) => {
      const last = String(lines.findLast(({ type }) => type === 'message')?.['id'] ?? '');
      const anchorMessage = { id: keepsTurn ? anchor : last };
      lines.push({ type: 'compaction_state', timestamp: now(), summaryText: summary, anchorMessage });
    },
  });
  return lines;
}

function result({ id, outcome }: Call): JsonObject {
  const text = outcome?.text ?? '';
  const content = outcome?.kind === 'picture' ? [{ type: 'text', text }, image] : text;
  return { type: 'tool_result', tool_use_id: id, content, is_error: outcome?.kind === 'error' };
}
