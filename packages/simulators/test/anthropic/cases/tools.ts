/** Tools, the cache, sizes, and where Bedrock is stricter (ANT-060 … ANT-075, BDR-001 … BDR-006). */
import { assistant, type Body, call, marked, result, text, tool, user } from '../bench.ts';
import type { Case } from './case.ts';
import { document, fine, hi, loop, on, png, replayed, sent, times, tools } from './requests.ts';

const declared = (schema: Body): Body => ({ ...tool(), input_schema: { type: 'object', ...schema } });
const closed = (properties: Body, required: readonly string[] = Object.keys(properties)): Body => ({
  properties,
  required,
  additionalProperties: false,
});
const strict = (properties: Body, required?: readonly string[]): Body => ({
  ...declared(closed(properties, required)),
  strict: true,
});
const unions = (count: number): Body =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: ['string', 'null'] }]));
const texts = (count: number): Body =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]));

const listOf = (name: string): Body => ({ type: 'array', items: { $ref: `#/$defs/${name}` } });
const word = { type: 'string' };

/** What the compiler of strict schemas does not accept, and a similar schema that it does. */
const strictCases: readonly Case[] = (
  [
    ['two items at least', { type: 'array', items: {}, minItems: 2 }, { type: 'array', items: {}, minItems: 1 }],
    ['a format of its own', { type: 'string', format: 'phone' }, { type: 'string', format: 'uuid' }],
    ['a look ahead', { type: 'string', pattern: '^(?=a)' }, { type: 'string', pattern: '^a[b-d]+$' }],
    ['an object in an enum', { enum: [{ a: 1 }] }, { enum: ['a', 1, null] }],
    ['a $ref in allOf', { allOf: [{ $ref: '#/$defs/text' }] }, { allOf: [word] }],
    ['a $ref to elsewhere', { $ref: 'https://example.com/x.json' }, { $ref: '#/$defs/text' }],
    ['a schema in itself', { $ref: '#' }, { $ref: '#/$defs/text' }],
  ] as const
).map(([what, bad, good]) => {
  const tooled = (a: Body): Body => declared({ ...closed({ a }), $defs: { text: word } });
  return {
    rule: 'ANT-079',
    what: `${what} in a strict schema`,
    bad: sent([hi], { tools: [{ ...tooled(bad), strict: true }] }),
    good: sent([hi], { tools: [{ ...tooled(good), strict: true }] }),
  };
});

export const toolCases: readonly Case[] = [
  { rule: 'ANT-060', what: 'calls without tools', bad: sent(loop([call()], [result()])), good: fine },
  {
    rule: 'ANT-061',
    what: 'a slash in a name',
    bad: sent([hi], { tools: [tool('fs/read')] }),
    good: sent([hi], { tools: [tool('x'.repeat(128))] }),
  },
  {
    rule: 'ANT-061',
    what: 'a name of 129 letters',
    bad: sent([hi], { tools: [tool('x'.repeat(129))] }),
    good: sent([hi], { tools: [tool('x'.repeat(128))] }),
  },
  {
    rule: 'ANT-061',
    what: 'a name in the history',
    bad: sent(loop([call('toolu_1', 'a b')], [result()]), tools),
    good: fine,
  },
  {
    rule: 'ANT-062',
    what: 'a repeated name',
    bad: sent([hi], { tools: [tool(), tool()] }),
    good: sent([hi], { tools: [tool(), tool('write')] }),
  },
  {
    rule: 'ANT-063',
    what: 'a schema without a type',
    bad: sent([hi], { tools: [{ name: 'x', input_schema: {} }] }),
    good: sent([hi], tools),
  },
  {
    rule: 'ANT-064',
    what: 'all tools deferred',
    bad: sent([hi], { tools: [{ ...tool(), defer_loading: true }] }),
    good: sent([hi], { tools: [{ ...tool(), defer_loading: true }, tool('write')] }),
  },
  {
    rule: 'ANT-065',
    what: 'five cache marks',
    bad: sent([user(times(4, { ...text('x'), ...marked }))], marked),
    good: sent([user(times(4, { ...text('x'), ...marked }))]),
  },
  {
    rule: 'ANT-066',
    what: 'a cache mark on an empty text',
    bad: sent([user([png(1), { ...text(''), ...marked }])]),
    good: sent([user([{ ...png(1), ...marked }, text('x')])]),
  },
  {
    rule: 'ANT-067',
    what: 'a cache mark on thinking',
    bad: replayed('claude-sonnet-4-5', ([first, ...rest]) => [{ ...first, ...marked }, ...rest]),
    good: replayed('claude-sonnet-4-5', ([first, ...rest]) => [
      first,
      ...rest.map((block) => ({ ...block, ...marked })),
    ]),
  },
  {
    rule: 'ANT-068',
    what: 'many pictures, large',
    bad: sent([user([...times(20, png(1)), png(3000)])]),
    good: sent([user([...times(19, png(1)), png(3000)])], { model: 'claude-sonnet-5' }),
  },
  {
    rule: 'ANT-068',
    what: 'one picture, huge',
    says: 'exceed max allowed size: 8000 pixels',
    bad: sent(loop([call()], [result('toolu_1', { content: [png(8001)] })]), tools),
    good: sent(loop([call()], [result('toolu_1', { content: [png(2001)] })]), tools),
  },
  {
    rule: 'ANT-070',
    what: 'a long prompt',
    bad: on('claude-tiny', [user('x'.repeat(4001))]),
    good: on('claude-tiny', [user('x'.repeat(4000))]),
  },
  {
    rule: 'ANT-070b',
    what: 'text after a call',
    bad: sent(loop([call(), text('x')], [result()]), tools),
    good: sent(loop([text('x'), call()], [result()]), tools),
  },
  {
    rule: 'ANT-071',
    what: 'prompt and output together too long',
    bad: on('claude-3-5-haiku', [user('x'.repeat(4000))], { max_tokens: 199_500 }),
    good: on('claude-haiku-4-5', [user('x'.repeat(4000))], { max_tokens: 199_500 }),
  },
  {
    rule: 'ANT-074',
    what: 'an orphan before a compaction',
    bad: sent([user([result()]), assistant([{ type: 'compaction', content: 'All was well.' }]), hi], tools),
    good: sent(
      [...loop([call()], [result()]), assistant([{ type: 'compaction', content: 'All was well.' }]), hi],
      tools,
    ),
  },
  {
    rule: 'ANT-075',
    what: 'a container as an object',
    bad: sent([hi], { container: { id: 'c1' } }),
    good: sent([hi], { container: 'c1' }),
  },
  {
    rule: 'ANT-076',
    what: 'seventeen unions in strict tools',
    bad: sent([hi], { tools: [strict({ ...unions(9) }), { ...strict(unions(8)), name: 'write' }] }),
    good: sent([hi], { tools: [strict(unions(9)), { ...strict(unions(7)), name: 'write' }] }),
  },
  {
    rule: 'ANT-076',
    what: 'twenty-five optional parameters in strict tools',
    says: 'Schemas contains too many optional parameters (25)',
    bad: sent([hi], { tools: [{ ...strict(texts(25), []) }] }),
    good: sent([hi], { tools: [{ ...strict(texts(24), []) }] }),
  },
  {
    rule: 'ANT-076',
    what: 'twenty-one strict tools',
    says: 'Too many strict tools (21).',
    bad: sent([hi], { tools: Array.from({ length: 21 }, (_, index) => ({ ...strict({}), name: `t${index}` })) }),
    good: sent([hi], { tools: Array.from({ length: 20 }, (_, index) => ({ ...strict({}), name: `t${index}` })) }),
  },
  {
    rule: 'ANT-077',
    what: 'a temperature of 1.5',
    bad: sent([hi], { temperature: 1.5 }),
    good: sent([hi], { temperature: 1 }),
  },
  {
    rule: 'ANT-078',
    what: '`required: true` inside a property',
    says: 'JSON schema is invalid. It must match JSON Schema draft 2020-12',
    bad: sent([hi], { tools: [declared({ properties: { a: { type: 'string', required: true } } })] }),
    good: sent([hi], { tools: [declared({ properties: { a: { type: 'string' } }, required: ['a'] })] }),
  },
  {
    rule: 'ANT-079',
    what: 'a limit in a strict schema',
    says: "For 'integer' type, property 'minimum' is not supported",
    bad: sent([hi], { tools: [strict({ a: { type: 'integer', minimum: 1 } })] }),
    good: sent([hi], { tools: [{ ...strict({ a: { type: 'integer', minimum: 1 } }), strict: false }] }),
  },
  {
    rule: 'ANT-079',
    what: 'an open object in a strict schema',
    says: "'additionalProperties' must be explicitly set to false",
    bad: sent([hi], { tools: [{ ...declared({ properties: {} }), strict: true }] }),
    good: sent([hi], { tools: [strict({})] }),
  },
  ...strictCases,
  {
    rule: 'ANT-079',
    what: 'two definitions that reference each other in a strict schema',
    bad: sent([hi], {
      tools: [{ ...declared({ ...closed({ a: word }), $defs: { b: listOf('c'), c: listOf('b') } }), strict: true }],
    }),
    good: sent([hi], {
      tools: [{ ...declared({ ...closed({ a: word }), $defs: { b: listOf('c'), c: word } }), strict: true }],
    }),
  },
  {
    rule: 'ANT-080',
    what: 'a union at the top of a schema',
    bad: sent([hi], { tools: [declared({ anyOf: [{ type: 'object' }] })] }),
    good: sent([hi], { tools: [declared({ properties: { a: { anyOf: [{ type: 'string' }] } } })] }),
  },
  {
    rule: 'BDR-001',
    what: 'calls without tools',
    bad: on('anthropic.claude-sonnet-4-5', loop([call()], [result()])),
    good: on('anthropic.claude-sonnet-4-5-20250929-v1:0', loop([call()], [result()]), tools),
  },
  {
    rule: 'BDR-002',
    what: 'a document beside a result',
    bad: on('anthropic.claude-sonnet-4-5', loop([call()], [result(), document()]), tools),
    good: on('anthropic.claude-sonnet-4-5', loop([call()], [result(), text('x')]), tools),
  },
  {
    rule: 'BDR-003',
    what: 'the assistant first',
    bad: on('anthropic.claude-sonnet-4-5', [assistant('hi'), hi]),
    good: on('anthropic.claude-sonnet-4-5', [hi]),
  },
  {
    rule: 'BDR-003',
    what: 'a blank text',
    bad: on('us.anthropic.claude-sonnet-4-5', [user([text(' ')])]),
    good: on('us.anthropic.claude-sonnet-4-5', [user([text('.')])]),
  },
  {
    rule: 'BDR-004',
    what: 'a long id',
    bad: on('anthropic.claude-sonnet-4-5', loop([call('x'.repeat(65))], [result('x'.repeat(65))]), tools),
    good: sent(loop([call('x'.repeat(65))], [result('x'.repeat(65))]), tools),
  },
  {
    rule: 'BDR-004',
    what: 'a long name',
    bad: on('anthropic.claude-sonnet-4-5', [hi], { tools: [tool('x'.repeat(65))] }),
    good: on('anthropic.claude-sonnet-4-5', [hi], { tools: [tool('x'.repeat(64))] }),
  },
  {
    rule: 'BDR-006',
    what: 'no tools by choice',
    bad: on('anthropic.claude-sonnet-4-5', [hi], { ...tools, tool_choice: { type: 'none' } }),
    good: sent([hi], { ...tools, tool_choice: { type: 'none' } }),
  },
];
