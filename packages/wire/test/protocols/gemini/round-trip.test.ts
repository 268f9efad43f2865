/** What we write as Google, we read as a client unchanged: complete and streamed. */
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { prepareRequest, protocolOf, readResponse } from '../../../src/index.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';
import { head, joined, replies } from './replies.ts';

const gemini = protocolOf('gemini');

function streamed(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const encoding = gemini.startEncoding(head);
  const frames = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  const decoding = gemini.startDecoding();
  return [...frames.flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
}

const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;

describe('round trips of replies', () => {
  test(
    'a whole response is read as it was written',
    () =>
      holds(replies, 300, (events) => {
        expect(joined(gemini.decodeResponse(gemini.encodeResponse(events, head)))).toEqual(joined(events));
      }),
    patience,
  );

  test(
    'a stream is read as it was written',
    () =>
      holds(replies, 300, (events) => {
        expect(joined(streamed(events))).toEqual(joined(events));
      }),
    patience,
  );

  test(
    'a stream without its last frame ends in an error, after everything received',
    () =>
      holds(replies, 200, (events) => {
        const encoding = gemini.startEncoding(head);
        const frames = events.flatMap((event) => encoding.event(event));
        const decoding = gemini.startDecoding();
        const read = [...frames.flatMap((frame) => decoding.frame(frame)), ...decoding.end()];
        const failure = { reason: 'network', message: 'The stream ended before the answer was complete.' };
        const expected = joined(events).filter(({ type }) => type !== 'reply-end' && type !== 'usage');
        const started = frames.length > 0 ? expected : [];
        expect(joined(read)).toEqual([...started, { type: 'reply-error', failure }]);
      }),
    patience,
  );

  test.each([
    ['', {}],
    [' ', {}],
    ['null', {}],
    ['"{\\"a\\":1}"', { a: 1 }],
    ['{"a":', { raw_arguments: '{"a":' }],
    ['[1]', { raw_arguments: '[1]' }],
    [deep, { raw_arguments: deep }],
  ])('GEM-019 keeps arguments that are not an object complete (%#)', (text, args) => {
    const call: ReplyEvent = { type: 'call-end', index: 0, rawId: '', name: 'a', arguments: text };
    const content = { role: 'model', parts: [{ functionCall: { name: 'a', args } }] };
    const about = { modelVersion: head.model, responseId: head.id };
    expect(gemini.encodeResponse([call], head)).toEqual({ candidates: [{ content, index: 0 }], ...about });
    expect(gemini.startEncoding(head).event(call)).toEqual([
      { data: JSON.stringify({ candidates: [{ content, index: 0 }], ...about }) },
    ]);
  });

  test('describes what other providers ran and sealed in text, without their tokens', () => {
    const about = { rawId: 'srvtoolu_1', name: 'web_search', executor: 'provider' } as const;
    const seal = { field: 'web_search_tool_result', value: '[]' };
    const events: readonly ReplyEvent[] = [
      { type: 'thinking-delta', index: 0, text: 'Hm.' },
      { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'c2ln' } },
      { type: 'call-end', index: 1, ...about, arguments: '{"query":"x"}' },
      { type: 'provider-result', index: 2, call: 1, result: ['hit'], seal },
      { type: 'call-end', index: 3, ...about, rawId: '', name: 'code_execution', arguments: '{"code":"1"}' },
      { type: 'provider-result', index: 4, call: 3, result: 'no', isError: true },
      { type: 'text-end', index: 5 },
    ];
    const parts = [
      { text: 'Hm.', thought: true },
      { toolCall: { id: 'srvtoolu_1', toolType: 'web_search', args: { query: 'x' } } },
      { toolResponse: { id: 'srvtoolu_1', toolType: 'web_search', response: { output: ['hit'] } } },
      { executableCode: { code: '1' } },
      { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'no' } },
    ];
    expect(gemini.encodeResponse(events, head)).toEqual({
      candidates: [{ content: { role: 'model', parts }, index: 0 }],
      modelVersion: head.model,
      responseId: head.id,
    });
  });
});

describe('GEM-013 the signature of a picture', () => {
  const drawn = { inlineData: { mimeType: 'image/png', data: 'aW1n' }, thoughtSignature: 'c2ln' };
  const response = { candidates: [{ content: { role: 'model', parts: [drawn] }, finishReason: 'STOP' }] };
  const human = { speaker: 'human', blocks: [{ type: 'text', text: 'Draw.' }] } as const;
  const painter = { provider: 'google', model: 'gemini-3-pro-image-preview', key: 'k' };
  const reply = readResponse(prepareRequest({ contents: [human], target: painter }), response);

  test('reaches a client of the same API', () => {
    const given = { candidates: [{ content: { parts: [drawn] } }] };
    expect(gemini.encodeResponse(reply.events, head)).toMatchObject(given);
    const { data = '{}' } = gemini.startEncoding(head).event(reply.events[1] ?? { type: 'reply-start' })[0] ?? {};
    expect(JSON.parse(data)).toMatchObject(given);
  });

  test.each([
    [painter.model, painter.model, drawn],
    [painter.model, 'gemini-3.1-pro', { text: '[image/png not shown here]' }],
    // Its signature is valid there, but the model takes no pictures of its own.
    ['gemini-3.1-pro', 'gemini-3.1-pro', { text: '[image/png not shown here]' }],
  ])('of %s, in the next request to %s', (author, model, part) => {
    const { content } = readResponse(
      prepareRequest({ contents: [human], target: { ...painter, model: author } }),
      response,
    );
    const contents = [human, content, human];
    const { body } = prepareRequest({ contents, target: { ...painter, model } });
    expect(body['contents']).toMatchObject([{}, { role: 'model', parts: [part] }, {}]);
    expect(JSON.stringify(body).includes('c2ln')).toBe('inlineData' in part);
  });
});
