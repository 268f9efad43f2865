/** Stories as LLxprt Code writes them: numbered events, compactions that keep nothing, rewinds by count. */
import type { JsonObject } from '@interlock/transcript';
import { type AnswerStep, type Call, everything, picture, type Story } from '../../stories/story.ts';
import { clockFrom, type StoryWriter, tell } from '../../stories/writer.ts';

export const llxprtWriter: StoryWriter = {
  agent: 'llxprt',
  can: { ...everything, compacts: 'keeping nothing' },
  keepsOriginals: true,
  form: 'lines',
  repeats: true,
  write,
};

const image = { type: 'media', mimeType: 'image/png', data: picture, encoding: 'base64' };

function write(story: Story): readonly JsonObject[] {
  const now = clockFrom();
  const lines: JsonObject[] = [];
  /** The step of each item of the history. */
  let items: number[] = [];
  const add = (type: string, payload: JsonObject): void => {
    lines.push({ v: 1, seq: lines.length + 1, ts: now(), type, payload });
  };
  const say = (at: number, content: JsonObject): void => {
    add('content', { content });
    items.push(at);
  };
  add('session_start', {
    sessionId: 'story',
    projectHash: 'hash',
    workspaceDirs: ['/home/user/x'],
    provider: 'anthropic',
    model: 'claude-opus-4-6',
    startTime: now(),
  });
  tell(story, {
    user: ({ text, picture: shown }, at) => {
      say(at, { speaker: 'human', blocks: [{ type: 'text', text }, ...(shown ? [image] : [])] });
    },
    note: () => {
      add('session_event', { severity: 'info', message: 'nothing of interest' });
    },
    answer: (step, at) => {
      say(at, answer(step));
      for (const call of step.calls.filter(({ outcome }) => outcome !== undefined)) {
        say(at, { speaker: 'tool', blocks: resultBlocks(call) });
      }
    },
    rewind: ({ to }) => {
      const kept = items.filter((step) => step < to);
      add('rewind', { itemsRemoved: items.length - kept.length });
      items = kept;
    },
    compact: ({ summary }, at) => {
      const content = { speaker: 'ai', blocks: [{ type: 'text', text: summary }] };
      add('compressed', { summary: content, itemsCompressed: items.length });
      items = [at];
    },
  });
  return lines;
}

function answer({ thought, text, calls }: AnswerStep): JsonObject {
  const blocks = [
    ...(thought === undefined ? [] : [{ type: 'thinking', thought, signature: 'c2lnbmVk' }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, number }) => ({ type: 'tool_call', id, name: 'read_file', parameters: { number } })),
  ];
  const usage = { promptTokens: 12, completionTokens: 3, totalTokens: 15 };
  return { speaker: 'ai', blocks, metadata: { model: 'claude-opus-4-6', usage } };
}

function resultBlocks({ id, outcome }: Call): readonly JsonObject[] {
  const about = { type: 'tool_response', callId: id, toolName: 'read_file' };
  if (outcome?.kind === 'error') return [{ ...about, result: null, error: outcome.text }];
  return [{ ...about, result: outcome?.text ?? '' }, ...(outcome?.kind === 'picture' ? [image] : [])];
}
