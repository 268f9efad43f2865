/**
 * The clean start of a history is written on a shorter path (decision 32). These tests take both paths, with everything that may follow
 * it: an empty ledger changes nothing in a request, but forces the normal path.
 */
import { CleanStart, type Content, Ledger, type PolicyOptions } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { expectSame } from '../../../transcript/test/property/compare.ts';
import { anyHistory } from '../../../transcript/test/property/histories.ts';
import {
  createPreparer,
  type PreparedRequest,
  prepareRequest,
  protocolOf,
  resolveTarget,
  type Settings,
  type Tool,
} from '../../src/index.ts';
import { textOf } from '../oracle/text-of.ts';
import { targets } from '../targets.ts';
import { nearlyPlainHistory, plainHistory } from './plain-histories.ts';

/** Targets whose requests are written this way, and sometimes one of the others. */
const anyTarget = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...targets) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...targets.filter(({ target }) => {
        const { protocol, traits } = resolveTarget(target);
        return (
          protocolOf(protocol)?.bodyLooksAtEnd === true &&
          (traits.toolIds === 'openai' || traits.toolIds === 'anthropic')
        );
      }),
    ),
  },
);

const tools: readonly Tool[] = [{ name: 'read' }, { name: 'a b', description: 'odd' }, { name: 'mcp__a-b' }];
const asked: fc.Arbitrary<{
  readonly tools?: readonly Tool[];
  readonly system?: string;
  readonly settings?: Settings;
  readonly policy?: PolicyOptions;
}> = fc.record(
  {
    tools: fc.constantFrom(tools, []),
    system: fc.constantFrom('Be brief.', ''),
    settings: fc.constantFrom<Settings>({ reasoning: 'high', stream: true }, { cache: false }, { maxOutputTokens: 99 }),
    policy: fc.constantFrom<PolicyOptions>(
      { longestResult: 1_000 },
      { reasoning: 'last-turn' },
      { orphans: 'restore' },
    ),
  },
  { requiredKeys: [] },
);

const longHistory: fc.Arbitrary<readonly Content[]> = fc
  .tuple(fc.oneof(plainHistory, nearlyPlainHistory), fc.oneof(fc.constant([]), anyHistory, nearlyPlainHistory))
  .map(([beginning, rest]) => [...beginning, ...rest]);

/** Everything known about a request. */
function seen(make: () => PreparedRequest): unknown {
  try {
    const request = make();
    const { url, headers, body, diagnostics, reply } = request;
    const { turnId, calls, origin, names } = reply;
    const text = textOf(request);
    return JSON.parse(
      JSON.stringify({ url, headers, text, body, diagnostics, turnId, calls, origin, names: names.projected }),
    );
  } catch (error) {
    return String(error);
  }
}

test(
  'REQ-915-025 a history whose beginning is encoded at once gives the same request as one encoded content by content',
  () => {
    let pasts = 0;
    holds(fc.tuple(longHistory, anyTarget, asked), 150, ([contents, { target }, more]) => {
      const once = seen(() => prepareRequest({ contents, target, ...more }));
      expectSame(
        once,
        seen(() => prepareRequest({ contents, target, ...more, ledger: new Ledger() })),
      );
      if (CleanStart.of(contents, Number.POSITIVE_INFINITY) !== undefined) pasts += 1;
    });
    expect(pasts).toBeGreaterThan(0);
  },
  patience,
);

test(
  'a preparer that starts with a clean history continues like one that inspects every content',
  () => {
    const cuts = fc.array(fc.nat({ max: 80 }), { maxLength: 4 });
    holds(fc.tuple(longHistory, anyTarget, cuts), 50, ([contents, { target }, at]) => {
      const preparer = createPreparer(target);
      const lengths = [...at.filter((length) => length < contents.length), contents.length].sort((a, b) => a - b);
      for (const length of lengths) {
        const part = contents.slice(0, length);
        const kept = seen(() => preparer.prepare({ contents: part }));
        expectSame(
          kept,
          seen(() => prepareRequest({ contents: part, target, ledger: new Ledger() })),
        );
      }
    });
  },
  patience,
);

test('puts cache marks where they would be without a past, whatever the length and the last speaker', () => {
  const call = (n: number): readonly Content[] => [
    {
      speaker: 'ai',
      blocks: [{ type: 'tool_call', id: `hist_tool_${String(n).padStart(24, '0')}`, name: 'q', parameters: {} }],
    },
    {
      speaker: 'tool',
      blocks: [
        { type: 'tool_response', callId: `hist_tool_${String(n).padStart(24, '0')}`, toolName: 'q', result: 'r' },
      ],
    },
  ];
  const say = (speaker: 'human' | 'ai', text: string = speaker): Content => ({
    speaker,
    blocks: [{ type: 'text', text }],
  });
  const marked = (contents: readonly Content[], ledger: object): string => {
    const { body } = prepareRequest({
      contents,
      target: { provider: 'anthropic', model: 'claude-sonnet-5' },
      ...ledger,
    });
    return JSON.stringify(body['messages']).replaceAll(/hist_tool_\w+|toolu_\w+/g, 'id');
  };
  for (let rounds = 4; rounds < 24; rounds += 1) {
    const calls = Array.from({ length: rounds }, (_, n) => call(n)).flat();
    const answered = [say('ai'), say('human'), say('ai')];
    // As in a body that ended with the model and was read back.
    const readBack = [...answered, say('human', 'Please continue.')];
    for (const end of [[], answered.slice(0, 1), answered.slice(0, 2), answered, readBack]) {
      const contents = [say('human'), ...calls, ...end];
      // With a ledger, the clean start is not used.
      expect(marked(contents, {})).toBe(marked(contents, { ledger: new Ledger() }));
    }
  }
});
