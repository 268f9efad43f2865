/** Stories as `opencode export` writes them: messages with parts, a compaction as a summary that names where the kept part begins. */
import type { JsonObject } from '@interlock/transcript';
import { type AnswerStep, type Call, everything, pathOf, picture, type Story } from '../../stories/story.ts';
import { type StoryWriter, tell } from '../../stories/writer.ts';

export const opencodeWriter: StoryWriter = {
  agent: 'opencode',
  can: everything,
  keepsOriginals: true,
  form: 'document',
  repeats: false,
  write,
};

const image = { type: 'file', mime: 'image/png', url: `data:image/png;base64,${picture}` };

function write(story: Story): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  let question = '';
  const add = (info: JsonObject, parts: readonly JsonObject[]): string => {
    const id = `msg_${String(messages.length).padStart(6, '0')}`;
    const time = { created: 1_794_776_674_000 + messages.length };
    messages.push({
      info: { id, time, ...info },
      parts: parts.map((part, index) => ({ ...part, id: `prt_${index}` })),
    });
    return id;
  };
  // Messages that were taken back are removed with the next message.
  tell(
    pathOf(story).map(([, step]) => step),
    {
      user: ({ text, picture: shown }) => {
        question = add({ role: 'user' }, [{ type: 'text', text }, ...(shown ? [image] : [])]);
      },
      note: () => {
        add({ role: 'user' }, [{ type: 'text', text: 'Go on.', synthetic: true }]);
      },
      answer: (step) => {
        add({ role: 'assistant', modelID: 'claude-opus-4-6', providerID: 'anthropic' }, answerParts(step));
      },
      compact: ({ summary, keepsTurn }) => {
        const tail = keepsTurn ? { tail_start_id: question } : {};
        add({ role: 'user' }, [{ type: 'compaction', auto: false, ...tail }]);
        add({ role: 'assistant', summary: true, modelID: 'claude-opus-4-6' }, [{ type: 'text', text: summary }]);
      },
    },
  );
  return [{ info: { id: 'ses_story', directory: '/home/user/x', title: 'A story', version: '1.18.33' }, messages }];
}

function answerParts({ thought, text, calls }: AnswerStep): readonly JsonObject[] {
  return [
    { type: 'step-start' },
    ...(thought === undefined
      ? []
      : [{ type: 'reasoning', text: thought, metadata: { anthropic: { signature: 'c2ln' } } }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({ type: 'tool', callID: call.id, tool: 'read', state: stateOf(call) })),
    { type: 'step-finish', tokens: { input: 1, output: 1, reasoning: 0, cache: { read: 0, write: 0 } } },
  ];
}

function stateOf({ number, outcome }: Call): JsonObject {
  const input = { number };
  if (outcome === undefined) return { status: 'running', input };
  if (outcome.kind === 'error') return { status: 'error', input, error: outcome.text };
  return { status: 'completed', input, output: outcome.text, attachments: outcome.kind === 'picture' ? [image] : [] };
}
