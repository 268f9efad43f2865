/** Stories as pi writes them: a tree of entries, compactions that name the first entry they keep. */
import type { JsonObject } from '@interlock/transcript';
import { type AnswerStep, type Call, everything, picture, type Story } from '../../stories/story.ts';
import { clockFrom, type StoryWriter, tell } from '../../stories/writer.ts';

export const piWriter: StoryWriter = {
  agent: 'pi',
  can: everything,
  keepsOriginals: true,
  form: 'lines',
  repeats: true,
  write,
};

const image = { type: 'image', data: picture, mimeType: 'image/png' };

function write(story: Story): readonly JsonObject[] {
  const now = clockFrom();
  const lines: JsonObject[] = [{ type: 'session', version: 3, id: 'story', timestamp: now(), cwd: '/home/user/x' }];
  let last: string | null = null;
  let question: string | null = null;
  /** The entry before each step. */
  const before = new Map<number, string | null>();
  const add = (entry: JsonObject): string => {
    const id = `e${lines.length}`;
    lines.push({ ...entry, id, parentId: last, timestamp: now() });
    last = id;
    return id;
  };
  tell(story, {
    user: ({ text, picture: shown }, at) => {
      before.set(at, last);
      const content = [{ type: 'text', text }, ...(shown ? [image] : [])];
      question = add({ type: 'message', message: { role: 'user', content } });
    },
    note: (_, at) => {
      before.set(at, last);
      if (at % 2 === 0) add({ type: 'message', message: { role: 'system', content: '', sections: { tools: 'none' } } });
      else add({ type: 'thinking_level_change', thinkingLevel: 'off' });
    },
    answer: (step) => {
      add({ type: 'message', message: answer(step) });
      for (const call of step.calls.filter(({ outcome }) => outcome !== undefined)) {
        add({ type: 'message', message: result(call) });
      }
    },
    rewind: ({ to }) => {
      last = before.get(to) ?? null;
    },
    compact: ({ summary, keepsTurn }, at) => {
      before.set(at, last);
      const firstKeptEntryId = keepsTurn ? question : `e${lines.length}`;
      add({ type: 'compaction', summary, firstKeptEntryId, tokensBefore: 1000 });
    },
  });
  return lines;
}

function answer({ thought, text, calls }: AnswerStep): JsonObject {
  const content = [
    ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, thinkingSignature: 'c2lnbmVk' }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, number }) => ({ type: 'toolCall', id, name: 'read', arguments: { number } })),
  ];
  const usage = { input: 10, output: 2, cacheRead: 5, cacheWrite: 0, totalTokens: 17 };
  const model = { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-opus-4-6' };
  return { role: 'assistant', content, ...model, usage, stopReason: calls.length > 0 ? 'toolUse' : 'stop' };
}

function result({ id, outcome }: Call): JsonObject {
  const content = [{ type: 'text', text: outcome?.text ?? '' }, ...(outcome?.kind === 'picture' ? [image] : [])];
  return { role: 'toolResult', toolCallId: id, toolName: 'read', content, isError: outcome?.kind === 'error' };
}
