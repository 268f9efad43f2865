import type { JsonObject, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { rules } from '../../../src/protocols/anthropic-messages/rules/index.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import type { TraitOverrides } from '../../../src/traits/traits.ts';
import { traitsWith } from './outgoing.ts';

const look: JsonObject = { name: 'look', input_schema: { type: 'object' } };
const hi: JsonObject = { role: 'user', content: 'Hi' };
const use = (id: string, over: JsonObject = {}): JsonObject => ({
  type: 'tool_use',
  id,
  name: 'look',
  input: {},
  ...over,
});
const done = (id: string, over: JsonObject = {}): JsonObject => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...over,
});
const text = (words: string, over: JsonObject = {}): JsonObject => ({ type: 'text', text: words, ...over });
const says = (...content: readonly JsonObject[]): JsonObject => ({ role: 'assistant', content });
const refersTo = (...names: readonly string[]): JsonObject => ({
  type: 'tool_result',
  tool_use_id: 'toolu_1',
  content: names.map((tool_name) => ({ type: 'tool_reference', tool_name })),
});
const asks = (...content: readonly JsonObject[]): JsonObject => ({ role: 'user', content });
const system: JsonObject = { role: 'system', content: 'Be brief' };
const mark: JsonObject = { cache_control: { type: 'ephemeral' } };
const search = (id: string): JsonObject => ({ type: 'server_tool_use', id, name: 'web_search', input: {} });
const found = (id: string): JsonObject => ({ type: 'web_search_tool_result', tool_use_id: id, content: [] });

type Found = readonly [rule: string, path: string];

function check(body: JsonObject, traits: TraitOverrides = {}, from = 0): readonly Found[] {
  const list = body['messages'] as readonly JsonValue[];
  return findViolations(rules, { body, list, traits: traitsWith(traits), from }).map(({ rule, path }) => [rule, path]);
}

const bodyOf = (messages: readonly JsonValue[], over: JsonObject = {}): JsonObject => ({
  model: 'm',
  max_tokens: 4096,
  tools: [look],
  messages,
  ...over,
});

const budget: TraitOverrides = { thinking: { control: 'budget' } };
const adaptive: TraitOverrides = { thinking: { control: 'adaptive', efforts: ['low', 'high', 'max'] } };
const enabled: JsonObject = { thinking: { type: 'enabled', budget_tokens: 1024 } };
const thought: JsonObject = { type: 'thinking', thinking: 'hm', signature: 'sig' };
const ranThere = ['web_search_20260209', 'web_fetch_20250910', 'code_execution_20250825', 'mcp_toolset'];
const forced: JsonObject = { tool_choice: { type: 'any' } };

interface Row {
  readonly title: string;
  readonly body: JsonObject;
  readonly traits?: TraitOverrides;
  readonly found: readonly Found[];
}

const broken: readonly Row[] = [
  { title: 'no answer', body: bodyOf([hi, says(use('a')), hi]), found: [['ANT-001', 'messages.1']] },
  {
    title: 'no next message',
    body: bodyOf([hi, says(use('a'))]),
    traits: { lastMessage: 'any' },
    found: [['ANT-001', 'messages.1']],
  },
  {
    title: 'half an answer',
    body: bodyOf([hi, says(use('a'), use('b')), asks(done('b'))]),
    found: [['ANT-002', 'messages.1']],
  },
  {
    title: 'an answer to something else',
    body: bodyOf([hi, says(text('x')), asks(done('a'))]),
    found: [['ANT-003', 'messages.2.content.0']],
  },
  {
    title: 'two answers',
    body: bodyOf([hi, says(use('a')), asks(done('a'), done('a'))]),
    found: [['ANT-004', 'messages.2.content.1']],
  },
  {
    title: 'an id twice',
    body: bodyOf([hi, says(use('a')), asks(done('a')), says(use('a')), asks(done('a'))]),
    found: [['ANT-005', 'messages.3.content.0']],
  },
  {
    title: 'an id of another alphabet',
    body: bodyOf([hi, says(use('f.x:0')), asks(done('f.x:0'))]),
    found: [
      ['ANT-006', 'messages.1.content.0'],
      ['ANT-006', 'messages.2.content.0'],
    ],
  },
  {
    title: 'a long id on a strict server',
    body: bodyOf([hi, says(use('a'.repeat(65))), asks(done('a'.repeat(65)))]),
    found: [['BDR-004', 'messages.1.content.0']],
  },
  {
    title: 'no id',
    body: bodyOf([hi, says(use('')), asks(done(''))]),
    found: [
      ['OLL-011', 'messages.1.content.0'],
      ['OLL-011', 'messages.2.content.0'],
    ],
  },
  {
    title: 'a client id on a server tool',
    body: bodyOf([hi, says(search('toolu_1'), found('toolu_1')), hi]),
    found: [['ANT-007', 'messages.1.content.0']],
  },
  {
    title: 'a result before its server tool',
    body: bodyOf([hi, says(found('srvtoolu_1'), search('srvtoolu_1')), hi]),
    found: [['ANT-008', 'messages.1.content.0']],
  },
  {
    title: 'server tools without results in a finished turn',
    body: bodyOf([hi, says(search('srvtoolu_1'), search('srvtoolu_2')), hi, says(search('srvtoolu_3')), hi]),
    found: [
      ['ANT-009', 'messages.1.content.0'],
      ['ANT-009', 'messages.1.content.1'],
      ['ANT-009', 'messages.3.content.0'],
    ],
  },
  {
    title: 'a server tool that client tools interrupted, without a result when the turn ended',
    body: bodyOf([hi, says(search('srvtoolu_1'), use('a')), asks(done('a')), says(text('x')), hi]),
    found: [['ANT-009', 'messages.1.content.0']],
  },
  {
    title: 'text before an answer',
    body: bodyOf([hi, says(use('a'), use('b')), asks(done('a'), text('x'), done('b'))]),
    found: [['ANT-012', 'messages.2.content.2']],
  },
  {
    title: 'a message between call and answer',
    body: bodyOf([hi, says(use('a')), system, asks(done('a'))]),
    traits: { laterSystem: 'in-place' },
    found: [
      ['ANT-013', 'messages.1'],
      ['ANT-003', 'messages.3.content.0'],
    ],
  },
  {
    title: 'arguments as text',
    body: bodyOf([hi, says(use('a', { input: '{}' })), asks(done('a'))]),
    found: [['ANT-014', 'messages.1.content.0']],
  },
  { title: 'the model first', body: bodyOf([says(text('x')), hi]), found: [['ANT-020', 'messages.0']] },
  { title: 'two of one role', body: bodyOf([hi, hi]), found: [['ANT-021', 'messages.1']] },
  {
    title: 'a system message first',
    body: bodyOf([system, hi]),
    traits: { laterSystem: 'in-place' },
    found: [['ANT-022', 'messages.0']],
  },
  { title: 'a system message later', body: bodyOf([hi, system]), found: [['ANT-023', 'messages.1']] },
  {
    title: 'a system message before a user message, and one behind an assistant message',
    body: bodyOf([hi, system, hi, says(text('x')), system]),
    traits: { laterSystem: 'after-user' },
    found: [
      ['ANT-024', 'messages.1'],
      ['ANT-024', 'messages.4'],
    ],
  },
  {
    title: 'no content',
    body: bodyOf([{ role: 'user', content: '' }, says(), { role: 'user' }]),
    found: [
      ['ANT-026', 'messages.0'],
      ['ANT-026', 'messages.1'],
      ['ANT-026', 'messages.2'],
    ],
  },
  {
    title: 'empty texts',
    body: bodyOf([hi, says(use('a')), asks(done('a', { content: [text('')] }), text(''))], { system: [text('')] }),
    found: [
      ['ANT-027', 'system.0'],
      ['ANT-027', 'messages.2.content.0.content.0'],
      ['ANT-027', 'messages.2.content.1'],
    ],
  },
  {
    title: 'blank texts',
    body: bodyOf([{ role: 'user', content: ' ' }, says(text('\n')), hi]),
    found: [
      ['ANT-028', 'messages.0.content'],
      ['ANT-028', 'messages.1.content.0'],
    ],
  },
  {
    title: 'white space at the end',
    body: bodyOf([hi, says(text('Answer: '))]),
    traits: { lastMessage: 'any' },
    found: [['ANT-029', 'messages.1']],
  },
  {
    title: 'settings in place of the content of a system message: a newer field, and nothing else',
    body: bodyOf([hi, { role: 'system', output_config: { effort: 'low' } }]),
    traits: { laterSystem: 'after-user' },
    found: [['ANT-033', 'messages.1.output_config']],
  },
  { title: 'the model last', body: bodyOf([hi, says(text('x'))]), found: [['ANT-030', 'messages.1']] },
  {
    title: 'an empty list in an answer',
    body: bodyOf([hi, says(use('a')), asks(done('a', { content: [] }))]),
    found: [['ANT-031', 'messages.2.content.0']],
  },
  {
    title: 'errors without a text',
    body: bodyOf([
      hi,
      says(use('a'), use('b')),
      asks(done('a', { content: '', is_error: true }), done('b', { content: [{ type: 'image' }], is_error: true })),
    ]),
    found: [
      ['ANT-032', 'messages.2.content.0'],
      ['ANT-032', 'messages.2.content.1'],
    ],
  },
  {
    title: 'a picture in an error',
    body: bodyOf([
      hi,
      says(use('a')),
      asks(done('a', { content: [text('broken'), { type: 'image', source: {} }], is_error: true })),
    ]),
    found: [['ANT-036', 'messages.2.content.0']],
  },
  {
    title: 'thinking before the results that are sent, while none is wanted',
    body: bodyOf([hi, says(thought, use('a')), asks(done('a'))]),
    traits: { ...budget, lastMessage: 'any' },
    found: [['ANT-059', 'messages.1.content.0']],
  },
  {
    title: 'the same on a model that does not continue its own text, and before the last message',
    body: bodyOf([hi, says(thought, text('x')), hi]),
    traits: { ...budget, lastMessage: 'any' },
    found: [],
  },
  {
    title: 'strange fields everywhere',
    body: bodyOf(
      [
        { role: 'user', content: [text('x', { seal: 1 })], name: 'n' },
        says(use('a', { index: 0 })),
        asks(
          done('a', { name: 'look', content: [{ type: 'image', source: { type: 'url', url: 'u', detail: 'low' } }] }),
        ),
      ],
      { reasoning_effort: 'low', tools: [{ ...look, parameters: {} }] },
    ),
    found: [
      ['ANT-033', 'reasoning_effort'],
      ['ANT-033', 'tools.0.parameters'],
      ['ANT-033', 'messages.0.name'],
      ['ANT-033', 'messages.0.content.0.seal'],
      ['ANT-033', 'messages.1.content.0.index'],
      ['ANT-033', 'messages.2.content.0.name'],
      ['ANT-033', 'messages.2.content.0.content.0.source.detail'],
    ],
  },
  {
    title: 'invalid messages',
    body: bodyOf([hi, 7, { role: 'tool', content: 'x' }, { role: 'user', content: {} }]),
    found: [
      ['ANT-033', 'messages.1'],
      ['ANT-033', 'messages.2.role'],
      ['ANT-033', 'messages.3.content'],
    ],
  },
  { title: 'no limit', body: { model: 'm', messages: [hi] }, found: [['ANT-034', 'max_tokens']] },
  {
    title: 'half characters',
    body: bodyOf([{ role: 'user', content: '\ud83d' }, says(use('a', { input: { '\udc00': 1 } })), asks(done('a'))], {
      system: 'x\ud83d',
    }),
    found: [
      ['ANT-035', 'system'],
      ['ANT-035', 'messages.0.content'],
      ['ANT-035', 'messages.1.content.0.input'],
    ],
  },
  {
    title: 'thinking without a signature, redacted thinking without data',
    body: bodyOf([hi, says({ type: 'thinking', thinking: 'hm' }, { type: 'redacted_thinking', data: '' }), hi]),
    found: [
      ['ANT-041', 'messages.1.content.0'],
      ['ANT-042', 'messages.1.content.1'],
    ],
  },
  {
    title: 'a budget, but calls without thinking',
    body: bodyOf([hi, says(use('a')), asks(done('a'))], enabled),
    traits: budget,
    found: [['ANT-044', 'messages.1.content.0']],
  },
  {
    title: 'a budget beside a forced choice',
    body: bodyOf([hi], { ...enabled, ...forced }),
    traits: budget,
    found: [['ANT-045', 'tool_choice']],
  },
  {
    title: 'a forced choice for a model that does not accept one',
    body: bodyOf([hi], forced),
    traits: { forcedToolChoice: 'no' },
    found: [['ANT-046', 'tool_choice']],
  },
  {
    title: 'a budget on a newer model',
    body: bodyOf([hi], enabled),
    traits: adaptive,
    found: [['ANT-047', 'thinking.type']],
  },
  {
    title: 'adaptive thinking on an older one',
    body: bodyOf([hi], { thinking: { type: 'adaptive' } }),
    traits: budget,
    found: [['ANT-048', 'thinking.type']],
  },
  {
    title: 'a temperature while thinking',
    body: bodyOf([hi], { ...enabled, temperature: 0.2 }),
    traits: budget,
    found: [['ANT-049', 'temperature']],
  },
  { title: 'duplicate names', body: bodyOf([hi], { temperature: 1, top_p: 1 }), found: [['ANT-050', 'top_p']] },
  {
    title: 'sampling for a model without it',
    body: bodyOf([hi], { temperature: 1, top_k: 4 }),
    traits: { sampling: 'none' },
    found: [
      ['ANT-050', 'temperature'],
      ['ANT-050', 'top_k'],
    ],
  },
  {
    title: 'a high effort without thinking',
    body: bodyOf([hi], { thinking: { type: 'disabled' }, output_config: { effort: 'max' } }),
    traits: adaptive,
    found: [['ANT-051', 'output_config.effort']],
  },
  {
    title: 'an unsupported effort',
    body: bodyOf([hi], { output_config: { effort: 'medium' } }),
    traits: adaptive,
    found: [['ANT-052', 'output_config.effort']],
  },
  {
    title: 'a small budget',
    body: bodyOf([hi], { thinking: { type: 'enabled', budget_tokens: 500 } }),
    traits: budget,
    found: [['ANT-053', 'thinking.budget_tokens']],
  },
  {
    title: 'a budget as large as the answer',
    body: bodyOf([hi], { thinking: { type: 'enabled', budget_tokens: 4096 } }),
    traits: budget,
    found: [['ANT-053', 'thinking.budget_tokens']],
  },
  {
    title: 'calls without declared tools',
    body: bodyOf([hi, says(use('a')), asks(done('a'))], { tools: [] }),
    found: [['ANT-060', 'tools']],
  },
  {
    title: 'names of another alphabet',
    body: bodyOf([hi, says(use('a', { name: 'fs/read' })), asks(done('a'))], {
      tools: [{ ...look, name: 'x'.repeat(65) }],
    }),
    found: [
      ['ANT-061', 'tools.0.name'],
      ['ANT-061', 'messages.1.content.0'],
    ],
  },
  { title: 'a name twice', body: bodyOf([hi], { tools: [look, look] }), found: [['ANT-062', 'tools.1.name']] },
  {
    title: 'a schema without a type',
    body: bodyOf([hi], { tools: [{ name: 'look', input_schema: {} }] }),
    found: [['ANT-063', 'tools.0.input_schema.type']],
  },
  {
    title: 'a union at the top of a schema',
    body: bodyOf([hi], { tools: [{ name: 'look', input_schema: { type: 'object', anyOf: [{ type: 'object' }] } }] }),
    found: [['ANT-080', 'tools.0.input_schema.anyOf']],
  },
  {
    title: 'required in a property',
    body: bodyOf([hi], {
      tools: [
        { name: 'look', input_schema: { type: 'object', properties: { at: { type: 'string', required: true } } } },
      ],
    }),
    found: [['ANT-078', 'tools.0.input_schema.properties.at.required']],
  },
  {
    title: 'a strict tool with too many optional parameters, one of which its compiler cannot take',
    body: bodyOf([hi], {
      tools: [
        {
          name: 'look',
          strict: true,
          input_schema: {
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(
              Array.from({ length: 25 }, (_, at) => [
                `p${at}`,
                at === 3 ? { type: 'string', minLength: 1 } : { type: 'string' },
              ]),
            ),
          },
        },
      ],
    }),
    found: [
      ['ANT-076', 'tools'],
      ['ANT-079', 'tools.0.input_schema.properties.p3'],
    ],
  },
  {
    title: 'strict schemas with unsupported features',
    body: bodyOf([hi], {
      tools: [
        {
          name: 'look',
          strict: true,
          input_schema: {
            type: 'object',
            additionalProperties: false,
            required: ['fits', 'few', 'format', 'pattern', 'enum', 'all', 'elsewhere', 'loop', 'unlisted'],
            properties: {
              fits: { type: 'string', format: 'uuid', pattern: '^[a-z]+$', enum: ['a', null] },
              few: { type: 'array', items: {}, minItems: 2 },
              format: { type: 'string', format: 'phone' },
              pattern: { type: 'string', pattern: 'a(?=b)' },
              enum: { enum: [{ a: 1 }] },
              all: { allOf: [{ $ref: '#/$defs/text' }] },
              elsewhere: { $ref: 'https://example.com/text.json' },
              loop: { $ref: '#/$defs/list' },
              unlisted: { type: 'array', items: {}, prefixItems: [{ type: 'string' }] },
            },
            $defs: {
              text: { type: 'string' },
              list: { type: 'array', items: { $ref: '#/$defs/item' } },
              item: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/list' }] },
            },
          },
        },
      ],
    }),
    found: [
      ['ANT-079', 'tools.0.input_schema.properties.unlisted'],
      ['ANT-079', 'tools.0.input_schema.properties.elsewhere'],
      ['ANT-079', 'tools.0.input_schema.properties.all'],
      ['ANT-079', 'tools.0.input_schema.properties.enum'],
      ['ANT-079', 'tools.0.input_schema.properties.pattern'],
      ['ANT-079', 'tools.0.input_schema.properties.format'],
      ['ANT-079', 'tools.0.input_schema.properties.few'],
      ['ANT-079', 'tools.0.input_schema.$defs.item.anyOf.1'],
    ],
  },
  {
    title: 'a temperature out of range',
    body: bodyOf([hi], { temperature: 1.1 }),
    found: [['ANT-077', 'temperature']],
  },
  {
    title: 'an address as the id of a user',
    body: bodyOf([hi], { metadata: { user_id: 'ann@example.com' } }),
    found: [['ANT-081', 'metadata.user_id']],
  },
  { title: 'an opaque id', body: bodyOf([hi], { metadata: { user_id: 'a1b2-3' } }), found: [] },
  {
    title: 'top_k while thinking',
    body: bodyOf([hi], { top_k: 5, max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 2000 } }),
    traits: budget,
    found: [['ANT-049', 'top_k']],
  },
  {
    title: 'a reference to a tool that is not there',
    body: bodyOf([hi, says(use('toolu_1')), asks(refersTo('look', 'lost'))], { tools: [look] }),
    found: [['ANT-011', 'messages.2.content.0.content.1']],
  },
  {
    title: 'a reference to a tool of an MCP server, whose names are not known',
    body: bodyOf([hi, says(use('toolu_1')), asks(refersTo('lost'))], {
      tools: [look, { type: 'mcp_toolset', mcp_server_name: 's' }],
    }),
    found: [],
  },
  {
    title: 'all tools deferred',
    body: bodyOf([hi], { tools: [{ ...look, defer_loading: true }] }),
    found: [['ANT-064', 'tools']],
  },
  {
    title: 'five marks',
    body: bodyOf([asks(text('a', mark), text('b', mark), text('c', mark))], {
      system: [text('s', mark)],
      tools: [{ ...look, ...mark }],
    }),
    found: [['ANT-065', 'messages.0.content.2']],
  },
  {
    title: 'a cache mark on an empty text',
    body: bodyOf([asks(text('x'), text('', mark))]),
    found: [
      ['ANT-027', 'messages.0.content.1'],
      ['ANT-066', 'messages.0.content.1'],
    ],
  },
  {
    title: 'a cache mark on thinking',
    body: bodyOf([hi, says({ ...thought, ...mark }, text('x')), hi]),
    found: [
      ['ANT-033', 'messages.1.content.0.cache_control'],
      ['ANT-067', 'messages.1.content.0'],
    ],
  },
  {
    title: 'text behind a call',
    body: bodyOf([hi, says(use('a'), text('x')), asks(done('a'))]),
    found: [['ANT-070', 'messages.1.content.1']],
  },
  { title: 'a container by object', body: bodyOf([hi], { container: { id: 'c' } }), found: [['ANT-075', 'container']] },
  {
    title: 'calls without the thinking that the server demands',
    body: bodyOf([hi, says(thought, use('a')), asks(done('a')), says(use('b')), asks(done('b'))]),
    traits: { checkedBy: 'deepseek', thinking: { demanded: 'calls' } },
    found: [['DSK-015', 'messages.3']],
  },
  ...(['bedrock', 'vertex'] as const).flatMap((checkedBy): readonly Row[] => {
    const [tools, fields, toolFields] =
      checkedBy === 'bedrock' ? ['BDR-021', 'BDR-022', 'BDR-023'] : ['VTX-013', 'VTX-014', 'VTX-015'];
    const traits = { checkedBy, responseFormat: 'json-schema' } as const;
    return [
      {
        title: `tools that only Anthropic runs, at ${checkedBy}`,
        body: bodyOf([hi], {
          tools: [look, ...ranThere.map((type) => ({ type, name: type })), { type: 'bash_20250124', name: 'bash' }],
        }),
        traits,
        found: ranThere.map((_, at) => [tools, `tools.${at + 1}`]),
      },
      {
        title: `fields that only Anthropic has, at ${checkedBy}`,
        body: bodyOf([hi], {
          ...{
            mcp_servers: [],
            container: 'c',
            inference_geo: 'us',
            speed: 'fast',
            cache_control: { type: 'ephemeral' },
          },
          ...{ diagnostics: {}, fallbacks: 'default', output_config: { task_budget: { type: 'tokens', total: 1 } } },
        }),
        traits,
        found: [
          ...['cache_control', 'container', 'diagnostics', 'fallbacks', 'inference_geo', 'mcp_servers', 'speed'],
          'output_config.task_budget',
        ].map((path) => [fields, path]),
      },
      {
        title: `fields of tools, at ${checkedBy}`,
        body: bodyOf([hi], {
          tools: [look, { ...look, name: 'see', eager_input_streaming: true, defer_loading: true, strict: false }],
        }),
        traits,
        found: ['eager_input_streaming', 'defer_loading'].map((name) => [toolFields, `tools.1.${name}`]),
      },
    ];
  }),
  {
    title: 'edits of the context without the beta, at bedrock',
    body: bodyOf([hi], { context_management: { edits: [] } }),
    traits: { checkedBy: 'bedrock' },
    found: [['BDR-022', 'context_management']],
  },
  {
    title: 'schemas for a model without them, at bedrock',
    body: bodyOf([hi], { tools: [{ ...look, strict: false }], output_config: { format: { type: 'json_schema' } } }),
    traits: { checkedBy: 'bedrock' },
    found: [
      ['BDR-023', 'tools.0.strict'],
      ['BDR-023', 'output_config.format'],
    ],
  },
  {
    title: 'a beta that bedrock does not know',
    body: bodyOf([hi], { anthropic_beta: ['effort-2025-11-24', 'prompt-caching-scope-2026-01-05'] }),
    traits: { checkedBy: 'bedrock' },
    found: [['BDR-024', 'anthropic_beta']],
  },
];

test.each(broken.map((row) => ({ ...row, ids: [...new Set(row.found.map(([rule]) => rule))].join(' ') })))(
  '$ids: $title',
  ({ body, traits, found: expected }) => {
    expect(check(body, traits)).toEqual(expected);
  },
);

test('every rule has a body that breaks it', () => {
  const shown = new Set(broken.flatMap((row) => row.found.map(([rule]) => rule)));
  expect(rules.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});

const sound: readonly (readonly [string, JsonObject, TraitOverrides])[] = [
  [
    'calls without thinking, where it is off',
    bodyOf([hi, says(use('a')), asks(done('a'))], { thinking: { type: 'disabled' } }),
    { checkedBy: 'deepseek', thinking: { demanded: 'calls' } },
  ],
  [
    'at Vertex: a search, and edits of the context, whose beta is in a header',
    bodyOf([hi], {
      tools: [look, { type: 'web_search_20250305', name: 'web_search' }],
      context_management: { edits: [] },
    }),
    { checkedBy: 'vertex' },
  ],
  [
    'at Bedrock: what has its beta',
    bodyOf([hi], {
      tools: [
        { ...look, defer_loading: true, input_examples: [] },
        { type: 'computer_20250124', name: 'computer' },
        { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
      ],
      context_management: { edits: [] },
      anthropic_beta: [
        ...['computer-use-2025-01-24', 'context-management-2025-06-27', 'tool-examples-2025-10-29'],
        'tool-search-tool-2025-10-19',
      ],
    }),
    { checkedBy: 'bedrock' },
  ],
  [
    'calls, answers, thinking, server tools, cache marks',
    bodyOf(
      [
        asks(text('Hi', mark)),
        says(thought, text('x'), search('srvtoolu_1'), found('srvtoolu_1'), use('a'), use('b')),
        asks(done('b'), done('a', { content: [text('x')], is_error: true, ...mark }), text('Go on')),
      ],
      { ...enabled, system: [text('s', mark)], tools: [{ ...look, ...mark }], temperature: 1 },
    ),
    budget,
  ],
  ['a paused turn, with its server tool last', bodyOf([hi, says(text('x'), search('srvtoolu_1'))]), {}],
  [
    'a server tool that client tools interrupted twice, and then its result',
    bodyOf([
      hi,
      says(search('srvtoolu_1'), use('a')),
      asks(done('a')),
      says(use('b')),
      asks(done('b')),
      says(found('srvtoolu_1'), text('x')),
      hi,
    ]),
    {},
  ],
  ['a server tool still running', bodyOf([hi, says(search('srvtoolu_1'), use('a')), asks(done('a'))]), {}],
  ['a prefill', bodyOf([hi, says(text('Answer:'))]), { lastMessage: 'any' }],
  ['an empty last message', bodyOf([hi, { role: 'assistant', content: '' }]), { lastMessage: 'any' }],
  [
    'a system message behind the user',
    bodyOf([hi, system, says(text('x')), hi, system]),
    { laterSystem: 'after-user' },
  ],
  [
    'a long id on a server that accepts it',
    bodyOf([hi, says(use('a'.repeat(65))), asks(done('a'.repeat(65)))]),
    { toolNames: { first: '[a-z]', rest: '[a-z]', max: 128 } },
  ],
  [
    'a choice beside adaptive thinking',
    bodyOf([hi], { ...forced, thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }),
    adaptive,
  ],
];

test.each(sound)('valid: %s', (_, body, traits) => {
  expect(check(body, traits)).toEqual([]);
});

test('checks an appended turn on its own and against what precedes it', () => {
  const messages = [{ role: 'user', content: ' ' }, says(use('a'), use('b')), asks(done('a'), done('c'), text(''))];
  expect(check(bodyOf(messages), {}, 2)).toEqual([
    ['ANT-002', 'messages.1'],
    ['ANT-003', 'messages.2.content.1'],
    ['ANT-027', 'messages.2.content.2'],
  ]);
});

test('ANT-024 a system message at the end of the last request is checked with what now follows it', () => {
  expect(check(bodyOf([hi, system, hi]), { laterSystem: 'after-user' }, 2)).toEqual([['ANT-024', 'messages.1']]);
});

test('checks a body with more faults than a function call has arguments', () => {
  const repeated = Array.from({ length: 150_000 }, () => done('a'));
  const faults = check(bodyOf([hi, says(use('a')), { role: 'user', content: repeated }]));
  expect(faults).toHaveLength(149_999);
  expect(faults.at(-1)).toEqual(['ANT-004', 'messages.2.content.149999']);
});
