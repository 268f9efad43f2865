/** Tools in the form of another API, tools that are offered twice, and choices among them reach every target in its own form and at once. */
import { echoModel } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaint } from '../../../test/conformance/seen-marks.ts';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { type Asking, askings, send } from './send.ts';

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({ model: echoModel });
});
afterAll(() => opened.close());

const parameters = { type: 'object', properties: { path: { type: 'string' } } };
const about = { name: 'read', description: 'Reads.' };

const forms: readonly (readonly [title: string, tools: readonly object[]])[] = [
  ['Chat', [{ type: 'function', function: { ...about, parameters } }]],
  ['Responses', [{ type: 'function', ...about, parameters }]],
  ['Messages', [{ ...about, input_schema: parameters }]],
  ['Messages, with its type', [{ type: 'custom', ...about, input_schema: parameters }]],
  ['Gemini', [{ functionDeclarations: [{ ...about, parameters }] }]],
  ['MCP', [{ ...about, inputSchema: parameters }]],
  ['Chat, twice', Array(2).fill({ type: 'function', function: { ...about, parameters } })],
  ['Responses, twice', Array(2).fill({ type: 'function', ...about, parameters })],
  ['Messages, twice', Array(2).fill({ ...about, input_schema: parameters })],
  ['Gemini, twice', Array(2).fill({ functionDeclarations: [{ ...about, parameters }] })],
];

/** Of each API the provider that it belongs to, and one that is only compatible with it. */
const models: readonly string[] = [
  ...['anthropic/claude-opus-4-8', 'vertex/claude-opus-4-8', 'openai/gpt-5.6-terra', 'azure/gpt-5.6-terra'],
  ...['openai/gpt-4.1', 'mistral/mistral-large-latest', 'google/gemini-3.1-pro', 'vertex/gemini-3.1-pro'],
  'ollama/qwen3',
];

const rows = askings.flatMap((asking) =>
  forms.map(([form, tools]): readonly [api: string, form: string, tools: readonly object[], asking: Asking] => [
    ...([asking.api, form, tools, asking] as const),
  ]),
);

/** What a model is offered, and that nothing is wrong. */
const expected = {
  ...{ status: 200, told: null, complaints: [undefined] },
  seen: [[{ ...about, schema: expect.objectContaining({ properties: expect.anything() }) }]],
};

test.each(rows)('%s: %s', async (_, __, tools, { path, body }) => {
  const found: object[] = [];
  for (const station of opened.stations.filter((each) => models.includes(nameOf(each)))) {
    const model = nameOf(station);
    const before = station.simulator.log.length;
    const request = { ...body(model, 'Hello.', false), tools };
    const { status, headers } = await send(opened.gateway.url, path(model), request);
    const asked = station.simulator.log.slice(before).filter((each) => !each.path.endsWith('/api/show'));
    const seen = asked.map((each) => each.seen?.tools);
    found.push({ model, status, told: headers.get('x-interlock-left-out'), seen, complaints: asked.map(complaint) });
  }
  expect(found).toEqual(found.map(() => ({ model: expect.any(String), ...expected })));
});

const choices: readonly (readonly [choice: unknown, seen: unknown])[] = [
  ['none', 'none'],
  [{ type: 'none' }, 'none'],
  ['required', 'required'],
  [{ type: 'any' }, 'required'],
  [{ type: 'tool', name: 'read' }, { tool: 'read' }],
  [{ type: 'function', name: 'read' }, { tool: 'read' }],
  [{ type: 'function', function: { name: 'read' } }, { tool: 'read' }],
];

const chosen = askings
  .filter(({ api }) => ['anthropic-messages', 'openai-chat', 'openai-responses'].includes(api))
  .flatMap((asking) => choices.map(([choice, seen]) => [asking.api, choice, seen, asking] as const));

test.each(chosen)('%s: %j', async (_, choice, seen, { path, body }) => {
  const found: object[] = [];
  const tools = [{ ...about, input_schema: parameters }];
  for (const model of [
    'anthropic/claude-opus-4-8',
    'openai/gpt-5.6-terra',
    'openai/gpt-4.1',
    'google/gemini-3.1-pro',
  ]) {
    const station = opened.stations.find((each) => nameOf(each) === model);
    const before = station?.simulator.log.length ?? 0;
    const request = { ...body(model, 'Hello.', false), tools, tool_choice: choice };
    await send(opened.gateway.url, path(model), request);
    const asked = station?.simulator.log.slice(before) ?? [];
    found.push({ model, seen: asked.map((each) => each.seen?.toolChoice), complaints: asked.map(complaint) });
  }
  const complaints = [undefined];
  expect(found).toEqual(found.map(() => ({ model: expect.any(String), seen: [seen], complaints })));
});
