import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { encodeBody } from '../../../src/protocols/openai-responses/encode-request/encode-body.ts';
import { rules } from '../../../src/protocols/openai-responses/rules/index.ts';
import { traits } from '../../../src/protocols/openai-responses/traits.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import type { DeclaredTool } from '../../../src/tools/declared-tool.ts';
import type { Settings } from '../../../src/traits/settings.ts';
import { overlayTraits, type TraitOverrides } from '../../../src/traits/traits.ts';

const list: readonly JsonObject[] = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] }];
const always: JsonObject = { model: 'gpt-5.6', input: list, store: false };
const read: DeclaredTool = { name: 'read', description: 'Reads.', schema: { type: 'object', properties: {} } };
const readTool: JsonObject = {
  type: 'function',
  name: 'read',
  description: 'Reads.',
  parameters: { type: 'object', properties: {} },
  strict: false,
};

interface Case {
  readonly title: string;
  readonly system?: string;
  readonly tools?: readonly DeclaredTool[];
  readonly settings?: Settings;
  readonly traits?: TraitOverrides;
  readonly inputTokens?: number;
  readonly adds: JsonObject;
  readonly leftOut?: readonly string[];
}

const thinks: TraitOverrides = { thinking: { byDefault: true } };
const sealed: JsonObject = { include: ['reasoning.encrypted_content'] };
const format = { name: 'answer', schema: { type: 'object' } };

const cases: readonly Case[] = [
  { title: 'OAR-010 nothing is stored', adds: {} },
  { title: 'the system text', system: 'Be brief.', adds: { instructions: 'Be brief.' } },
  { title: 'tools are not made strict', tools: [read], adds: { tools: [readTool] } },
  {
    title: 'a tool without a description and arguments',
    tools: [{ name: 'now' }],
    adds: {
      tools: [{ type: 'function', name: 'now', parameters: { type: 'object', properties: {} }, strict: false }],
    },
  },
  {
    title: 'OAC-020 tools are strict if the schemas are',
    tools: [read],
    traits: { toolSchema: 'openai-strict' },
    adds: { tools: [{ ...readTool, strict: true }] },
  },
  ...(['auto', 'none', 'required'] as const).map((toolChoice) => ({
    title: `tool choice ${toolChoice}`,
    tools: [read],
    settings: { toolChoice },
    adds: { tools: [readTool], tool_choice: toolChoice },
  })),
  {
    title: 'a chosen tool',
    tools: [read],
    settings: { toolChoice: { tool: 'read' }, parallelToolCalls: false },
    adds: { tools: [readTool], tool_choice: { type: 'function', name: 'read' }, parallel_tool_calls: false },
  },
  {
    title: 'OAC-018 OAC-019 no choice without tools',
    settings: { toolChoice: 'required', parallelToolCalls: true },
    adds: {},
    leftOut: ['toolChoice', 'parallelToolCalls'],
  },
  {
    title: 'a target that cannot be forced while thinking',
    tools: [read],
    settings: { toolChoice: 'required', parallelToolCalls: true, reasoning: 'low' },
    traits: { forcedToolChoice: 'without-thinking', parallelToolCalls: 'fixed' },
    adds: { tools: [readTool], reasoning: { effort: 'low', summary: 'auto' }, ...sealed },
    leftOut: ['parallelToolCalls', 'toolChoice'],
  },
  { title: 'a limit', settings: { maxOutputTokens: 500 }, adds: { max_output_tokens: 500 } },
  {
    title: 'a limit too low for the API',
    settings: { maxOutputTokens: 1 },
    adds: { max_output_tokens: 16 },
    leftOut: ['maxOutputTokens'],
  },
  {
    title: 'a limit if one is required, lowered to the space left in the window',
    traits: { maxTokensRequired: true, contextWindow: 10_000, maxOutput: 8000 },
    inputTokens: 6000,
    adds: { max_output_tokens: 4000 },
  },
  {
    title: 'an effort',
    settings: { reasoning: 'high' },
    adds: { reasoning: { effort: 'high', summary: 'auto' }, ...sealed },
  },
  {
    title: 'an unsupported effort',
    settings: { reasoning: 'xhigh' },
    adds: { reasoning: { effort: 'high', summary: 'auto' }, ...sealed },
    leftOut: ['reasoning'],
  },
  {
    title: 'a budget is the nearest effort',
    settings: { reasoning: { tokens: 9000 } },
    adds: { reasoning: { effort: 'medium', summary: 'auto' }, ...sealed },
    leftOut: ['reasoning'],
  },
  { title: 'a model that thinks by default', traits: thinks, adds: { reasoning: { summary: 'auto' }, ...sealed } },
  {
    title: 'thinking turned off',
    settings: { reasoning: 'off' },
    traits: thinks,
    adds: { reasoning: { effort: 'none' } },
  },
  { title: 'thinking turned off for a model without it', settings: { reasoning: 'off' }, adds: {} },
  {
    title: 'thinking that cannot be turned off is reduced',
    settings: { reasoning: 'off' },
    traits: { thinking: { byDefault: true, canDisable: false } },
    adds: { reasoning: { effort: 'low', summary: 'auto' }, ...sealed },
    leftOut: ['reasoning'],
  },
  {
    title: 'requests no seals for a target that does not accept them',
    settings: { reasoning: 'low' },
    traits: { thinking: { replay: 'none' } },
    adds: { reasoning: { effort: 'low', summary: 'auto' } },
  },
  {
    title: 'thinking that is not configurable',
    settings: { reasoning: 'low', temperature: 0.5 },
    traits: { thinking: { control: 'none' } },
    adds: { temperature: 0.5 },
    leftOut: ['reasoning'],
  },
  { title: 'sampling', settings: { temperature: 0.5, topP: 0.9 }, adds: { temperature: 0.5, top_p: 0.9 } },
  {
    title: 'OAC-015 no sampling while thinking',
    settings: { temperature: 0.5, topP: 0.9 },
    traits: thinks,
    adds: { reasoning: { summary: 'auto' }, ...sealed },
    leftOut: ['temperature', 'topP'],
  },
  {
    title: 'one of temperature and top_p',
    settings: { temperature: 0.5, topP: 0.9 },
    traits: { sampling: 'one' },
    adds: { temperature: 0.5 },
    leftOut: ['topP'],
  },
  { title: 'top_p alone', settings: { topP: 0.9 }, traits: { sampling: 'one' }, adds: { top_p: 0.9 } },
  {
    title: 'a target without sampling',
    settings: { temperature: 0.5 },
    traits: { sampling: 'none' },
    adds: {},
    leftOut: ['temperature'],
  },
  { title: 'there are no stop sequences', settings: { stop: ['END'] }, adds: {}, leftOut: ['stop'] },
  { title: 'text is the default format', settings: { responseFormat: 'text' }, adds: {} },
  { title: 'JSON', settings: { responseFormat: 'json' }, adds: { text: { format: { type: 'json_object' } } } },
  {
    title: 'a schema',
    settings: { responseFormat: format },
    adds: { text: { format: { type: 'json_schema', ...format, strict: false } } },
  },
  {
    title: 'a schema if only JSON is supported',
    settings: { responseFormat: format },
    traits: { responseFormat: 'json-object' },
    adds: { text: { format: { type: 'json_object' } } },
    leftOut: ['responseFormat'],
  },
  {
    title: 'a target without formats',
    settings: { responseFormat: 'json' },
    traits: { responseFormat: 'none' },
    adds: {},
    leftOut: ['responseFormat'],
  },
  {
    title: 'a stream and a cache key',
    settings: { stream: true, cache: { key: 's1' } },
    adds: { stream: true, prompt_cache_key: 's1' },
  },
  { title: 'no cache', settings: { stream: false, cache: false }, adds: {} },
  {
    title: 'a target without streams and cache keys',
    settings: { stream: true, cache: { key: 's1' } },
    traits: { streaming: false, cache: 'none' },
    adds: {},
    leftOut: ['stream'],
  },
];

test.each(cases)(
  '$title',
  ({ system = '', tools = [], settings = {}, inputTokens = 10, adds, leftOut = [], ...more }) => {
    const leaves: string[] = [];
    const own = overlayTraits(traits, more.traits ?? {});
    const leaveOut = (name: string): number => leaves.push(name);
    const body = encodeBody(
      { model: 'gpt-5.6', system, messages: [], tools, settings, traits: own, inputTokens, leaveOut },
      list,
    );
    expect(body).toEqual({ ...always, ...adds });
    expect(leaves).toEqual(leftOut);
    expect(findViolations(rules, { body, list, traits: own, from: 0 })).toEqual([]);
  },
);
