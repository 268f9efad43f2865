/** Fields get their camelCase names, and words of the client stay as they are. */
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { camelFields } from '../../../src/protocols/gemini/camel-fields.ts';

const contents = [{ parts: [{ function_response: { name: 'a', response: { my_key: 1 } } }] }];
const schema = { type: 'OBJECT', properties: { my_key: { type: 'ARRAY', minItems: 1 } } };
const defs = { $ref: '#/$defs/my_type', $defs: { my_type: { anyOf: [] } } };

test.each<[title: string, given: JsonObject, expected: JsonObject]>([
  [
    'fields at every depth',
    { tool_config: { retrieval_config: { lat_lng: [{ a_b: 1 }] } } },
    { toolConfig: { retrievalConfig: { latLng: [{ aB: 1 }] } } },
  ],
  ['the list of contents', { contents, cached_content: 'a_b' }, { contents, cachedContent: 'a_b' }],
  ['a wrapped list', { generate_content_request: { contents } }, { generateContentRequest: { contents } }],
  ['labels', { labels: { cost_center: 'a' } }, { labels: { cost_center: 'a' } }],
  [
    'names of properties, not the fields of their schemas',
    { response_schema: { type: 'OBJECT', properties: { my_key: { type: 'ARRAY', min_items: 1 } } } },
    { responseSchema: schema },
  ],
  [
    'names of definitions',
    { parameters: { $ref: '#/$defs/my_type', $defs: { my_type: { any_of: [] } } } },
    { parameters: defs },
  ],
  [
    'a property with the name of a field',
    { properties: { args: { any_of: [] } } },
    { properties: { args: { anyOf: [] } } },
  ],
  ['a JSON schema', { parameters_json_schema: { my_key: 1 } }, { parametersJsonSchema: { my_key: 1 } }],
  ['both spellings', { top_k: 1, topK: 2, top_p: 3, topP: null }, { topK: 2, topP: 3 }],
  ['no names', { _: 1, __proto_: 2, a_: 3 }, { _: 1, __proto_: 2, a_: 3 }],
])('%s', (_, given, expected) => {
  expect(camelFields(given)).toEqual(expected);
});
