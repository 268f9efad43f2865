/** The requests that are sent: a history of 100 messages with tools, about 39 KB, as a Chat request. */

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly object[];
}

const tools = [
  {
    type: 'function',
    function: {
      name: 'read_file',
      description: 'Reads a file.',
      parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
  },
];

/** Four messages. `nonce` makes a conversation one of a kind. */
function round(at: number, nonce: string): readonly Message[] {
  const id = `call_${String(at).padStart(4, '0')}${nonce.padEnd(20, 'x').slice(0, 20)}`;
  const call = { name: 'read_file', arguments: JSON.stringify({ path: `src/part-${at}.ts` }) };
  return [
    { role: 'user', content: `${nonce} Look at part ${at}. ${'Say what it does, please. '.repeat(16)}` },
    { role: 'assistant', content: 'I read it.', tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: `// part ${at}\n${'export const value = 1;\n'.repeat(22)}` },
    { role: 'assistant', content: `Part ${at} exports a value. ${'Nothing else is in it. '.repeat(9)}` },
  ];
}

export type Mix = 'same' | 'going-on' | 'new';

/**
 * `same`: the one history, every time, as a client sends it that retries. `going-on`: each conversation has ten requests, and each adds four
 * messages to the one before. `new`: every request is another conversation, so that nothing is remembered of it.
 */
export function requestsOf(mix: Mix, stream: boolean): (count: number) => string {
  if (mix !== 'same') return (count) => requestBody(mix, count, stream);
  const body = requestBody(mix, 0, stream);
  return () => body;
}

export function requestBody(mix: Mix, count: number, stream: boolean): string {
  const [conversation, step] = mix === 'going-on' ? [Math.floor(count / 10), count % 10] : [count, 0];
  const nonce = `${mix}-${stream}-${conversation}`;
  const rounds = Array.from({ length: 25 + step }, (_, at) => round(at, nonce)).flat();
  // Up to the result of a call: the agent works.
  const messages = [{ role: 'system', content: 'You are a coding agent.' }, ...rounds.slice(0, -1)];
  return JSON.stringify({ model: 'gpt-4.1', messages, tools, stream });
}
