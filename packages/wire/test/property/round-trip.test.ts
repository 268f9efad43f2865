/** Reading an encoded body and writing it again for the same target gives the same bytes. */
import type { Content } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { anyHistory } from '../../../transcript/test/property/histories.ts';
import { orderlyHistory } from '../../../transcript/test/property/valid-histories.ts';
import {
  ConfigError,
  importRequest,
  type PreparedRequest,
  prepareRequest,
  resolveTarget,
  type Settings,
} from '../../src/index.ts';
import { textOf } from '../oracle/text-of.ts';
import { targets } from '../targets.ts';

const tools = [
  {
    name: 'read',
    description: 'Reads a file.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
  {
    name: 'fs/write file',
    parameters: { type: 'object', properties: { text: { type: ['string', 'null'] } }, required: ['text'] },
  },
  { name: 'now' },
] as const;

const settings: fc.Arbitrary<Settings> = fc.record(
  {
    maxOutputTokens: fc.integer({ min: 1, max: 4000 }),
    temperature: fc.constantFrom(0, 0.5, 1),
    topP: fc.constantFrom(0.1, 0.9),
    stop: fc.constantFrom(['END'], ['a', 'b']),
    toolChoice: fc.constantFrom('auto' as const, 'none' as const, 'required' as const, { tool: 'fs/write file' }),
    parallelToolCalls: fc.boolean(),
    reasoning: fc.constantFrom('off' as const, 'low' as const, 'high' as const, 'max' as const),
    responseFormat: fc.constantFrom('json' as const, { name: 'answer', schema: { type: 'object' as const } }),
    stream: fc.boolean(),
    cache: fc.constantFrom(false as const, { key: 'session-1' }),
  },
  { requiredKeys: [] },
);

/** Canonical ids with the length of ours: only these can be distinguished from a provider's ids when they are read back (decision 8). */
function withFullIds(contents: readonly Content[]): readonly Content[] {
  const full = (id: string): string =>
    id.startsWith('hist_tool_') ? `hist_tool_${id.slice(10).replaceAll('-', '').slice(-24).padEnd(24, 'x')}` : id;
  return contents.map((content) => {
    if (content.blocks === undefined) return content;
    const blocks = content.blocks.map((block) => {
      if (block.type === 'tool_call' && typeof block.id === 'string') return { ...block, id: full(block.id) };
      if (block.type === 'tool_response' && typeof block.callId === 'string')
        return { ...block, callId: full(block.callId) };
      return block;
    });
    return { ...content, blocks };
  });
}

function attempt(make: () => PreparedRequest): PreparedRequest | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigError && error.code === 'nothing-to-send') return undefined;
    throw error;
  }
}

test(
  'holds for every target, history, tools and settings',
  () => {
    const history = fc.oneof(anyHistory, orderlyHistory).map(withFullIds);
    const offered = fc.constantFrom([], tools);
    holds(
      fc.tuple(history, fc.constantFrom(...targets), offered, settings),
      700,
      ([contents, { target }, given, asked]) => {
        const first = attempt(() =>
          prepareRequest({ contents, tools: given, settings: asked, target, policy: { onFault: 'throw' } }),
        );
        if (first === undefined) return;
        const { protocol } = resolveTarget(target);
        const read = importRequest(protocol, first.body, first.reply.origin);
        expect(read.problems).toEqual([]);
        const second = prepareRequest({ ...read, target });
        expect(second.body).toEqual(first.body);
        expect(textOf(second)).toBe(textOf(first));
      },
    );
  },
  patience,
);
