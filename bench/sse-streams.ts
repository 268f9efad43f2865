/** Answers as providers stream them, of any size and deterministic: text, thinking and calls in the usual proportions. */

/** Whole answers, one after the other, up to this many megabytes. */
export function chatStream(megabytes: number): Uint8Array {
  return repeat(megabytes, chatAnswer);
}

export function anthropicStream(megabytes: number): Uint8Array {
  return repeat(megabytes, anthropicAnswer);
}

/** The same bytes in chunks of a network's size. */
export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const words =
  'the function reads every file of the project and writes a “summary” — naïve, but it works ✓ as long as no file is open'.split(
    ' ',
  );

function repeat(megabytes: number, answer: (number: number) => string): Uint8Array {
  const answers: Uint8Array[] = [];
  let size = 0;
  for (let number = 0; size < megabytes * 1024 * 1024; number += 1) {
    const bytes = new TextEncoder().encode(answer(number));
    answers.push(bytes);
    size += bytes.length;
  }
  return Buffer.concat(answers);
}

/** Deltas of one to three words, like tokens. */
function* deltas(seed: number, count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) {
    const from = (seed * 7 + at * 3) % words.length;
    yield `${words.slice(from, from + 1 + ((seed + at) % 3)).join(' ')} `;
  }
}

function chatAnswer(number: number): string {
  const head = { id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 1_790_000_000, model: 'gpt-5.1' };
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })}\n\n`;
  const call = { index: 0, id: `call_${number}`, type: 'function', function: { name: 'read_file', arguments: '' } };
  const usage = { prompt_tokens: 1_200, completion_tokens: 340, total_tokens: 1_540 };
  return [
    chunk({ role: 'assistant', content: '', refusal: null }),
    ...[...deltas(number, 240)].map((content) => chunk({ content })),
    chunk({ tool_calls: [call] }),
    ...['{"pa', 'th":"', 'src/', `file-${number}`, '.ts"}'].map((text) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
    ),
    chunk({}, 'tool_calls'),
    `data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`,
    'data: [DONE]\n\n',
  ].join('');
}

function anthropicAnswer(number: number): string {
  const event = (type: string, rest: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const block = (index: number, start: object, parts: readonly object[]): string =>
    [
      event('content_block_start', { index, content_block: start }),
      ...parts.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ].join('');
  const usage = { input_tokens: 1_200, cache_read_input_tokens: 0, output_tokens: 1 };
  const message = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [],
    usage,
  };
  const thinking = [...deltas(number + 1, 80)].map((text) => ({ type: 'thinking_delta', thinking: text }));
  const text = [...deltas(number, 160)].map((words) => ({ type: 'text_delta', text: words }));
  const args = ['{"pa', 'th": "', 'src/', `file-${number}`, '.ts"}'];
  return [
    event('message_start', { message }),
    event('ping', {}),
    block(0, { type: 'thinking', thinking: '', signature: '' }, [
      ...thinking,
      { type: 'signature_delta', signature: 'Eq'.repeat(200) },
    ]),
    block(1, { type: 'text', text: '' }, text),
    block(
      2,
      { type: 'tool_use', id: `toolu_${number}`, name: 'read_file', input: {} },
      args.map((partial) => ({ type: 'input_json_delta', partial_json: partial })),
    ),
    event('message_delta', { delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 340 } }),
    event('message_stop', {}),
  ].join('');
}
