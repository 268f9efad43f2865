/** Tools in the form of any API, offered to any other: `Missing required parameter: 'tools[0].function'` and the like. */
import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { type ProtocolName, protocolOf } from '../../src/index.ts';

const parameters = { type: 'object', properties: { path: { type: 'string' } } };
const about = { name: 'read', description: 'Reads.' };

const forms: readonly (readonly [title: string, tool: JsonObject])[] = [
  ['Chat', { type: 'function', function: { ...about, parameters } }],
  ['Chat, without a type', { function: { ...about, parameters } }],
  ['Responses', { type: 'function', ...about, parameters, strict: false }],
  ['Messages', { ...about, input_schema: parameters }],
  ['Messages, with its type', { type: 'custom', ...about, input_schema: parameters }],
  ['Gemini', { functionDeclarations: [{ ...about, parameters }] }],
  ['Gemini, in snake case', { function_declarations: [{ ...about, parameters_json_schema: parameters }] }],
  ['Converse', { toolSpec: { ...about, inputSchema: { json: parameters } } }],
  ['MCP', { ...about, inputSchema: parameters }],
  ['the older functions of Chat', { ...about, parameters }],
];

const names: readonly ProtocolName[] = [
  ...(['anthropic-messages', 'openai-chat', 'openai-responses', 'gemini', 'ollama-chat'] as const),
];

describe.each(names)('%s', (name) => {
  const read = (tools: readonly JsonObject[]): readonly [tools: unknown, problems: readonly string[]] => {
    const { tools: offered, problems } = protocolOf(name).decodeRequest({ tools });
    return [offered, problems.map(({ path }) => path).filter((path) => path.startsWith('tools'))];
  };

  test.each(forms)('%s', (_, tool) => {
    expect(read([tool])).toEqual([[{ ...about, parameters }], []]);
  });

  test.each(forms)('%s: the same one twice is one', (_, tool) => {
    expect(read([tool, tool])).toEqual([[{ ...about, parameters }], []]);
  });

  test('of two that differ, the first is offered, and the report names them', () => {
    const [one = {}, other = {}] = ['Reads.', 'Writes.'].map((description) => ({
      name: 'read',
      description,
      parameters,
    }));
    expect(read([one, other])).toEqual([[{ ...about, parameters }], ['tools.read']]);
  });
});
