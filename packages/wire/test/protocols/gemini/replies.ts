/** Replies that this protocol can express, for round trips: any blocks in any order, in deltas of any size. */
import fc from 'fast-check';
import type { ReplyHead } from '../../../src/protocols/protocol.ts';
import type { ReplyEvent, SealToken } from '../../../src/reply/events.ts';

export const head: ReplyHead = { id: 'resp-1', model: 'gemini-3-pro', created: 1_700_000_000 };

/** The content of one block, before it has its number. */
interface Said {
  readonly kind: 'text' | 'thinking' | 'call' | 'media' | 'code';
  readonly sealed: boolean;
  readonly events: (index: number) => readonly ReplyEvent[];
  readonly blocks: number;
}

const text: fc.Arbitrary<string> = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const base64: fc.Arbitrary<string> = fc.base64String({ minLength: 4, maxLength: 24 });
const seal: fc.Arbitrary<SealToken> = base64.map((value) => ({ field: 'thoughtSignature', value }));
const maybeSeal: fc.Arbitrary<SealToken | undefined> = fc.option(seal, { nil: undefined });
const rawId: fc.Arbitrary<string> = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z0-9]{8}$/));

const withSeal = (token: SealToken | undefined): { seal?: SealToken } => (token === undefined ? {} : { seal: token });

const growing = (kind: 'text' | 'thinking'): fc.Arbitrary<Said> =>
  fc
    .tuple(fc.array(text, { maxLength: 3 }), maybeSeal)
    .filter(([texts, token]) => texts.length > 0 || token !== undefined)
    .map(([texts, token]) => ({
      kind,
      sealed: token !== undefined,
      blocks: 1,
      events: (index) => [
        ...texts.map((delta): ReplyEvent => ({ type: `${kind}-delta`, index, text: delta })),
        { type: `${kind}-end`, index, ...withSeal(token) },
      ],
    }));

const json: fc.Arbitrary<string> = fc
  .dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }))
  .map((args) => JSON.stringify(args));

const call: fc.Arbitrary<Said> = fc
  .record({ rawId, name: fc.stringMatching(/^[a-z_]{1,12}$/), json, token: maybeSeal, cut: fc.nat(20) })
  .map(({ rawId, name, json, token, cut }) => ({
    kind: 'call',
    sealed: token !== undefined,
    blocks: 1,
    events: (index) => [
      { type: 'call-start', index, rawId, name },
      { type: 'call-delta', index, text: json.slice(0, cut) },
      { type: 'call-delta', index, text: json.slice(cut) },
      { type: 'call-end', index, rawId, name, arguments: json, ...withSeal(token) },
    ],
  }));

const media: fc.Arbitrary<Said> = fc
  .tuple(fc.constantFrom('image/png', 'audio/wav'), base64)
  .map(([mimeType, data]) => ({
    kind: 'media',
    sealed: false,
    blocks: 1,
    events: (index) => [{ type: 'media', index, block: { type: 'media', mimeType, data, encoding: 'base64' } }],
  }));

/** Code that Google ran, with its result: two blocks. */
const code: fc.Arbitrary<Said> = fc
  .record({ rawId, code: text, output: text, ok: fc.boolean(), token: maybeSeal })
  .map(({ rawId, code, output, ok, token }) => {
    const id = rawId === '' ? {} : { id: rawId };
    const result = { outcome: ok ? 'OUTCOME_OK' : 'OUTCOME_FAILED', output };
    const args = { language: 'PYTHON', code };
    const signature = token === undefined ? {} : { thoughtSignature: token.value };
    const parts = [{ executableCode: { ...id, ...args }, ...signature }, { codeExecutionResult: { ...id, ...result } }];
    const about = { rawId, name: 'code_execution', executor: 'provider' } as const;
    const kept = { field: 'codeExecutionResult', value: JSON.stringify(parts) };
    return {
      kind: 'code',
      sealed: token !== undefined,
      blocks: 2,
      events: (index) => [
        { type: 'call-start', index, ...about },
        { type: 'call-delta', index, text: JSON.stringify(args) },
        { type: 'call-end', index, ...about, arguments: JSON.stringify(args), ...withSeal(token) },
        {
          type: 'provider-result',
          index: index + 1,
          call: index,
          result,
          ...(ok ? {} : { isError: true }),
          seal: kept,
        },
      ],
    };
  });

const usage: fc.Arbitrary<ReplyEvent> = fc
  .record({ input: fc.nat(1000), answer: fc.nat(1000), cacheRead: fc.nat(50), reasoning: fc.nat(50) })
  .map(({ input, answer, cacheRead, reasoning }) => ({
    type: 'usage',
    usage: {
      input,
      output: answer + reasoning,
      ...(cacheRead === 0 ? {} : { cacheRead }),
      ...(reasoning === 0 ? {} : { reasoning }),
    },
  }));

const ways: readonly ((hasCalls: boolean) => ReplyEvent)[] = [
  (hasCalls) => ({ type: 'reply-end', stop: hasCalls ? 'tool-calls' : 'end', rawStop: 'STOP' }),
  () => ({ type: 'reply-end', stop: 'max-tokens', rawStop: 'MAX_TOKENS' }),
  () => ({ type: 'reply-end', stop: 'content-filter', rawStop: 'SAFETY' }),
  () => ({ type: 'reply-end', stop: 'pause', rawStop: 'CONTINUATION' }),
  () => ({ type: 'reply-end', stop: 'error', rawStop: 'OTHER' }),
];

/**
 * Complete replies. Two adjacent texts, or two thoughts, without a signature between them look like one in a stream, so none are
 * generated.
 */
export const replies: fc.Arbitrary<readonly ReplyEvent[]> = fc
  .tuple(
    fc.array(fc.oneof(growing('text'), growing('thinking'), call, media, code), { maxLength: 8 }),
    fc.option(usage, { nil: undefined }),
    fc.constantFrom(...ways),
  )
  .map(([said, counts, end]) => {
    const kept: Said[] = [];
    for (const block of said) {
      const before = kept.at(-1);
      const grows = block.kind === 'text' || block.kind === 'thinking';
      if (!grows || before?.kind !== block.kind || before.sealed) kept.push(block);
    }
    const events: ReplyEvent[] = [{ type: 'reply-start', id: head.id, model: head.model }];
    let index = 0;
    for (const block of kept) {
      events.push(...block.events(index));
      index += block.blocks;
    }
    if (counts !== undefined) events.push(counts);
    return [...events, end(kept.some(({ kind }) => kind === 'call'))];
  });

/** Joins adjacent deltas of one block. */
export function joined(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const result: ReplyEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (
      last !== undefined &&
      'text' in last &&
      'text' in event &&
      last.type === event.type &&
      last.index === event.index
    ) {
      result[result.length - 1] = { ...last, text: last.text + event.text };
    } else result.push(event);
  }
  return result;
}
