/** Stories as Kimi Code writes them: operations on the context, undos by turns, ids that repeat in every step. */
import type { JsonObject } from '@interlock/transcript';
import { type AnswerStep, everything, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const kimiCodeWriter: StoryWriter = {
  agent: 'kimi-code',
  can: { ...everything, compacts: 'keeping nothing' },
  keepsOriginals: true,
  form: 'lines',
  repeats: false,
  write,
};

const image = { type: 'image_url', imageUrl: { url: `data:image/png;base64,${picture}` } };

function write(story: Story): readonly JsonObject[] {
  const lines: JsonObject[] = [{ type: 'metadata', protocol_version: '1.5' }];
  /** The steps that began a turn and can be undone. */
  let turns: number[] = [];
  const add = (type: string, fields: JsonObject): void => {
    lines.push({ type, agentId: 'main', ...fields, time: 1_794_777_118_000 + lines.length });
  };
  const say = (text: string, kind: string, shown: boolean): void => {
    const content = [{ type: 'text', text }, ...(shown ? [image] : [])];
    add('context.append_message', { message: { role: 'user', content, toolCalls: [], origin: { kind } } });
  };
  tell(story, {
    user: ({ text, picture: shown }, at) => {
      turns.push(at);
      say(text, 'user', shown);
      // The same once more, as an event.
      add('agent.message.appended', { message: { message: { role: 'user', content: text } } });
    },
    note: () => say('<system-reminder>nothing of interest</system-reminder>', 'injection', false),
    answer: (step, at) => {
      for (const event of eventsOf(step, `step-${at}`)) add('context.append_loop_event', { event });
    },
    rewind: ({ to }) => {
      add('context.undo', { count: turns.filter((start) => start >= to).length });
      turns = turns.filter((start) => start < to);
    },
    compact: ({ summary }) => {
      add('context.apply_compaction', { summary, keptUserMessageCount: 0 });
      turns = [];
    },
  });
  return lines;
}

function eventsOf({ thought, text, calls }: AnswerStep, uuid: string): readonly JsonObject[] {
  const part = (content: JsonObject): JsonObject => ({ type: 'content.part', stepUuid: uuid, part: content });
  return [
    { type: 'step.begin', uuid },
    ...(thought === undefined ? [] : [part({ type: 'think', think: thought })]),
    ...(text === '' ? [] : [part({ type: 'text', text })]),
    ...calls.map(({ number }, index) => ({
      type: 'tool.call',
      stepUuid: uuid,
      toolCallId: `functions.Read:${index}`,
      name: 'Read',
      args: { number },
    })),
    ...calls.flatMap(({ outcome }, index) => {
      if (outcome === undefined) return [];
      const output = outcome.kind === 'picture' ? [{ type: 'text', text: outcome.text }, image] : outcome.text;
      const result = { output, isError: outcome.kind === 'error' };
      return [{ type: 'tool.result', toolCallId: `functions.Read:${index}`, result }];
    }),
    { type: 'step.end', uuid, usage: { inputOther: 10, output: 2, inputCacheRead: 0, inputCacheCreation: 0 } },
  ];
}
