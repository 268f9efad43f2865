/** Stories as Qwen Code writes them: a tree, one record a result, the whole new history in a compaction. */
import type { JsonObject } from '@interlock/transcript';
import { type Call, everything, picture, type Story } from '../../stories/story.ts';
import { clockFrom, type StoryWriter, tell } from '../../stories/writer.ts';

export const qwenCodeWriter: StoryWriter = {
  agent: 'qwen-code',
  can: everything,
  keepsOriginals: true,
  form: 'lines',
  repeats: true,
  write,
};

interface Said {
  readonly step: number;
  readonly uuid: string;
  readonly content: JsonObject;
}

function write(story: Story): readonly JsonObject[] {
  const now = clockFrom();
  const lines: JsonObject[] = [];
  let history: Said[] = [];
  let last: string | null = null;
  /** The record before each step. */
  const before = new Map<number, string | null>();
  const add = (record: JsonObject): string => {
    const uuid = `u${lines.length}`;
    const fixed = { sessionId: 'story', timestamp: now(), cwd: '/home/user/projects/x', version: '0.24.4' };
    lines.push({ uuid, parentUuid: last, ...fixed, ...record });
    last = uuid;
    return uuid;
  };
  const say = (step: number, record: JsonObject, content: JsonObject): void => {
    history.push({ step, uuid: add({ ...record, message: content }), content });
  };
  const start = (at: number): void => {
    before.set(at, last);
  };
  tell(story, {
    user: ({ text, picture: shown }, at) => {
      start(at);
      const parts = [{ text }, ...(shown ? [image(picture)] : [])];
      say(at, { type: 'user', provenance: 'real_user' }, { role: 'user', parts });
    },
    note: (_, at) => {
      start(at);
      add({ type: 'system', provenance: 'system', subtype: 'ui_telemetry', systemPayload: { uiEvent: {} } });
    },
    answer: ({ thought, text, calls }, at) => {
      const parts = [
        ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
        ...(text === '' ? [] : [{ text }]),
        ...calls.map(({ id, number }) => ({ functionCall: { id, name: 'read_file', args: { number } } })),
      ];
      const usageMetadata = { promptTokenCount: 90, candidatesTokenCount: 4, thoughtsTokenCount: 1 };
      say(at, { type: 'assistant', model: 'qwen3-coder-plus', usageMetadata }, { role: 'model', parts });
      for (const call of calls.filter(({ outcome }) => outcome !== undefined)) {
        say(at, { type: 'tool_result', provenance: 'tool_result' }, { role: 'user', parts: resultParts(call) });
      }
    },
    rewind: ({ to }) => {
      last = before.get(to) ?? null;
      history = history.filter(({ step }) => step < to);
      add({ type: 'system', subtype: 'rewind', systemPayload: { truncatedCount: 1 } });
    },
    compact: ({ summary, keepsTurn }, at) => {
      const from = history.findLastIndex(({ uuid }) =>
        lines.some((line) => line['uuid'] === uuid && line['type'] === 'user'),
      );
      const kept = keepsTurn ? history.slice(from) : [];
      const contents = [{ role: 'user', parts: [{ text: summary }] }, ...merged(kept.map(({ content }) => content))];
      start(at);
      add({ type: 'system', subtype: 'chat_compression', systemPayload: { info: {}, compressedHistory: contents } });
      history = [{ step: at, uuid: `u${lines.length - 1}`, content: contents[0] ?? {} }, ...kept];
    },
  });
  return lines;
}

function image(data: string): JsonObject {
  return { inlineData: { mimeType: 'image/png', data } };
}

function resultParts({ id, number, outcome }: Call): readonly JsonObject[] {
  const response = outcome?.kind === 'error' ? { error: outcome.text } : { output: outcome?.text ?? '' };
  const parts =
    outcome?.kind === 'picture' ? [image(Buffer.from(`picture of call ${number}`).toString('base64'))] : undefined;
  return [{ functionResponse: { id, name: 'read_file', response, ...(parts === undefined ? {} : { parts }) } }];
}

/** Results that follow one another are one message when they are sent. */
function merged(contents: readonly JsonObject[]): readonly JsonObject[] {
  const isResult = (content: JsonObject): boolean => JSON.stringify(content['parts']).includes('functionResponse');
  const result: JsonObject[] = [];
  for (const content of contents) {
    const previous = result.at(-1);
    if (previous !== undefined && isResult(previous) && isResult(content)) {
      const parts = [
        ...((previous['parts'] as readonly JsonObject[]) ?? []),
        ...((content['parts'] as readonly JsonObject[]) ?? []),
      ];
      result[result.length - 1] = { ...previous, parts };
    } else {
      result.push(content);
    }
  }
  return result;
}
