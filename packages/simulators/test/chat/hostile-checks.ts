/** Any JSON in any place of a request is answered normally, and nothing breaks. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { Outcome } from '../../src/api/api.ts';
import type { ChatProfile } from '../../src/chat/profile.ts';
import { type Body, handle } from './case-checks.ts';

const json = fc.jsonValue({ maxDepth: 4 });

/** A valid value, and sometimes any other. */
const mostly = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: json });

const ids = fc.constantFrom('abcdefgh1', 'abcdefgh2', 'functions.search:0', 'call_1', '', 'null');

const call = fc.record(
  {
    id: mostly(ids),
    type: mostly(fc.constant('function')),
    function: mostly(
      fc.record(
        {
          name: mostly(fc.constantFrom('search', 'fs.read', '')),
          arguments: mostly(fc.constantFrom('{}', '{"a":', '')),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text: mostly(fc.string()) }),
  fc.record({
    type: fc.constantFrom('thinking', 'image_url', 'constructor', '__proto__'),
    thinking: json,
    image_url: json,
  }),
  json,
);

const message = fc.record(
  {
    role: mostly(fc.constantFrom('system', 'user', 'assistant', 'tool', 'function')),
    content: mostly(fc.oneof(fc.string(), fc.constant(null), fc.array(part, { maxLength: 3 }))),
    tool_calls: mostly(fc.array(mostly(call), { maxLength: 3 })),
    tool_call_id: mostly(ids),
    name: mostly(fc.constant('search')),
    reasoning_content: mostly(fc.string()),
    prefix: mostly(fc.boolean()),
  },
  { requiredKeys: ['role'] },
);

const tool = fc.record(
  {
    type: mostly(fc.constant('function')),
    function: mostly(
      fc.record(
        {
          name: mostly(fc.constant('search')),
          description: mostly(fc.string()),
          parameters: mostly(
            fc.record(
              { type: json, properties: json, required: json, items: json, anyOf: json, $ref: json, $defs: json },
              { requiredKeys: [] },
            ),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

function bodies(profile: ChatProfile): fc.Arbitrary<Body> {
  return fc.record(
    {
      model: fc.constantFrom(...profile.models.map(({ id }) => id)),
      messages: mostly(fc.array(mostly(message), { minLength: 1, maxLength: 6 })),
      tools: mostly(fc.array(mostly(tool), { maxLength: 2 })),
      tool_choice: json,
      thinking: json,
      reasoning_effort: json,
      temperature: json,
      stream: mostly(fc.boolean()),
      stream_options: json,
    },
    { requiredKeys: ['model', 'messages'] },
  );
}

export function checkHostile(profile: ChatProfile): void {
  const whole = (outcome: Outcome): number => {
    if (outcome.kind === 'asked') {
      const parts = [{ think: 'well' }, { say: 'yes' }, { call: 'search', args: {} }];
      return outcome.answer({ parts, stop: 'calls' }).status;
    }
    return outcome.response.status;
  };

  test(
    'answers any JSON in any place without an internal error',
    () =>
      holds(bodies(profile), 1500, (body) => {
        expect(whole(handle(profile, body))).toBeLessThan(500);
      }),
    patience,
  );

  test(
    'answers any JSON as the whole body',
    () =>
      holds(json, 300, (body) => {
        expect(whole(handle(profile, body))).toBeLessThan(500);
      }),
    patience,
  );

  test('answers a schema of nearly a thousand levels', () => {
    const deep: unknown = JSON.parse(`${'{"properties":{"a":'.repeat(450)}{}${'}}'.repeat(450)}`);
    const tools = [{ type: 'function', function: { name: 'search', parameters: deep } }];
    const model = profile.models.find(({ window }) => window > 100_000)?.id;
    const body = { model, messages: [{ role: 'user', content: 'Go.' }], tools };
    expect(whole(handle(profile, body))).toBeLessThan(500);
  });
}
