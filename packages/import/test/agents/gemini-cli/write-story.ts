/** Stories as Gemini CLI writes them: answers written again with their calls, results twice, lists that replace everything. */
import type { JsonObject } from '@interlock/transcript';
import { type AnswerStep, type Call, everything, picture, type Story } from '../../stories/story.ts';
import { clockFrom, type StoryWriter, tell } from '../../stories/writer.ts';

export const geminiCliWriter: StoryWriter = {
  agent: 'gemini-cli',
  can: everything,
  keepsOriginals: true,
  form: 'lines',
  repeats: true,
  write,
};

interface Said {
  readonly step: number;
  readonly message: JsonObject;
}

function write(story: Story): readonly JsonObject[] {
  const now = clockFrom();
  const lines: JsonObject[] = [{ sessionId: 'story', projectHash: 'hash', startTime: now(), kind: 'main' }];
  let current: Said[] = [];
  const say = (step: number, message: JsonObject): void => {
    lines.push(message, { $set: { lastUpdated: now() } });
    const index = current.findIndex((each) => each.message['id'] === message['id']);
    if (index === -1) current.push({ step, message });
    else current[index] = { step, message };
  };
  tell(story, {
    user: ({ text, picture: shown }, at) => {
      say(at, {
        id: `m${at}`,
        timestamp: now(),
        type: 'user',
        content: [{ text }, ...(shown ? [image(picture)] : [])],
      });
    },
    note: (_, at) => {
      const content = [{ text: '<session_context>\nnothing of interest\n</session_context>' }];
      say(at, { id: `m${at}`, timestamp: now(), type: at % 2 === 0 ? 'user' : 'info', content });
    },
    answer: (step, at) => {
      for (const message of answerMessages(step, at, now())) say(at, message);
    },
    rewind: ({ to }) => {
      lines.push({ $rewindTo: `m${to}` });
      current = current.filter((each) => each.step < to);
    },
    compact: ({ summary, keepsTurn }, at) => {
      const kept = keepsTurn ? current.slice(current.findLastIndex(({ message }) => isQuestion(message))) : [];
      const message = { id: `m${at}`, timestamp: now(), type: 'user', content: [{ text: summary }] };
      current = [{ step: at, message }, ...kept];
      lines.push({ $set: { messages: current.map((each) => each.message), lastUpdated: now() } });
    },
  });
  return lines;
}

function image(data: string): JsonObject {
  return { inlineData: { mimeType: 'image/png', data } };
}

function isQuestion({ id, type, content }: JsonObject): boolean {
  return type === 'user' && !String(id).endsWith('r') && !JSON.stringify(content).includes('session_context');
}

/** The answer, the answer with its calls, and the results once more. */
function answerMessages({ thought, text, calls }: AnswerStep, at: number, timestamp: string): readonly JsonObject[] {
  const answer = {
    id: `m${at}`,
    timestamp,
    type: 'gemini',
    content: text,
    thoughts: thought === undefined ? [] : [{ subject: '', description: thought, timestamp }],
    tokens: { input: 100, output: 7, cached: 0, thoughts: 3, tool: 0, total: 107 },
    model: 'gemini-3.1-pro-preview',
  };
  if (calls.length === 0) return [answer];
  const toolCalls = calls.map((call) => ({
    id: call.id,
    name: 'read_file',
    args: { number: call.number },
    status: call.outcome === undefined ? 'executing' : call.outcome.kind === 'error' ? 'error' : 'success',
    timestamp,
    ...(call.outcome === undefined ? {} : { result: resultParts(call) }),
  }));
  const again = calls.flatMap(resultParts);
  const results = { id: `m${at}r`, timestamp, type: 'user', content: again };
  return [answer, { ...answer, toolCalls }, ...(again.length === 0 ? [] : [results])];
}

function resultParts({ id, number, outcome }: Call): readonly JsonObject[] {
  if (outcome === undefined) return [];
  const response = outcome.kind === 'error' ? { error: outcome.text } : { output: outcome.text };
  const result = { functionResponse: { id, name: 'read_file', response } };
  if (outcome.kind !== 'picture') return [result];
  const data = Buffer.from(`picture of call ${number}`).toString('base64');
  return [result, image(data)];
}
