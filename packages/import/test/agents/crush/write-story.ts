/** Stories as the rows of Crush's database: parts as JSON in a column, and a summary that keeps nothing. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const crushWriter: StoryWriter = {
  agent: 'crush',
  can: { ...everything, compacts: 'keeping nothing', rewinds: false },
  keepsOriginals: true,
  form: 'lines',
  repeats: false,
  write,
};

const part = (type: string, data: JsonObject): JsonObject => ({ type, data });

function write(story: Story): readonly JsonObject[] {
  const rows: JsonObject[] = [{ table: 'sessions', id: 'story', parent_session_id: null, title: 'Story' }];
  const say = (role: string, parts: readonly JsonObject[], isSummary = false): void => {
    rows.push({
      ...{ table: 'messages', id: `m${rows.length}`, session_id: 'story', role, parts: JSON.stringify(parts) },
      ...{ model: 'claude-opus-4-6', provider: 'anthropic', created_at: 1_794_776_674 + rows.length },
      is_summary_message: isSummary ? 1 : 0,
    });
  };
  tell(story, {
    user: ({ text, picture: shown }) => {
      const image = part('binary', { Path: 'a.png', MIMEType: 'image/png', Data: picture });
      say('user', [part('text', { text }), ...(shown ? [image] : [])]);
    },
    note: () => say('system', [part('text', { text: 'You are Crush.' })]),
    answer: ({ thought, text, calls }) => {
      say('assistant', [
        ...(thought === undefined ? [] : [part('reasoning', { thinking: thought, signature: 'c2lnbmVk' })]),
        ...(text === '' ? [] : [part('text', { text })]),
        ...calls.map(({ id, number }) => part('tool_call', { id, name: 'view', input: JSON.stringify({ number }) })),
        part('finish', { reason: calls.length > 0 ? 'tool_use' : 'end_turn' }),
      ]);
      const results = calls.filter(({ outcome }) => outcome !== undefined).map(result);
      if (results.length > 0) say('tool', results);
    },
    compact: ({ summary }) => say('assistant', [part('text', { text: summary })], true),
  });
  return rows;
}

function result({ id, outcome }: Call): JsonObject {
  const shown = outcome?.kind === 'picture' ? { data: picture, mime_type: 'image/png' } : {};
  const about = { tool_call_id: id, name: 'view', content: outcome?.text ?? '' };
  return part('tool_result', { ...about, is_error: outcome?.kind === 'error', ...shown });
}
