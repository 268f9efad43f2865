/**
 * OpenAI's models. From GPT-5.4 on, tools and thinking only work together on Responses (OAC-017), so these models use it; older
 * ones use Chat unless they only exist on Responses. Sizes and efforts are from OpenAI's model pages, prices from its pricing
 * page on the date of each. From 5.4 on a prompt of more than 272,000 tokens costs twice as much.
 */

import type { Effort, TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

const upToHigh: readonly Effort[] = ['low', 'medium', 'high'];
const upToXhigh: readonly Effort[] = [...upToHigh, 'xhigh'];
const upToMax: readonly Effort[] = [...upToXhigh, 'max'];

/** Shared by all that think: OAC-014, OAC-015, OAC-016. */
const reasoning: TraitOverrides = {
  contextWindow: 400_000,
  maxOutput: 128_000,
  maxTokensField: 'max_completion_tokens',
  systemRole: 'developer',
  sampling: 'none',
  stop: false,
  toolsNeedResponses: false,
  thinking: { control: 'effort', efforts: upToHigh, byDefault: true, canDisable: false },
};

/** 5.1 to 5.4: `none` by default, and sampling only with it (OAC-015). */
const onDemand: TraitOverrides = {
  ...reasoning,
  sampling: 'without-thinking',
  thinking: { control: 'effort', efforts: upToXhigh, byDefault: false, canDisable: true },
};

/** 5.4 and later. */
const responses = { contextWindow: 1_050_000, toolsNeedResponses: true } as const;

/** The number of parallel calls cannot be set: the setting is refused. */
const oSeries: TraitOverrides = {
  ...reasoning,
  customTools: false,
  contextWindow: 200_000,
  maxOutput: 100_000,
  parallelToolCalls: 'fixed',
};

const unthinking: TraitOverrides = {
  contextWindow: 128_000,
  maxOutput: 16_384,
  maxTokensField: 'max_completion_tokens',
  systemRole: 'system',
  sampling: 'any',
  customTools: false,
  logprobs: true,
  toolsNeedResponses: false,
  thinking: { replay: 'none', control: 'none', efforts: [], byDefault: false, canDisable: true },
};

/** Before GPT-5: no verbosity (OAC-035). */
const older = {
  'openai-chat': { furtherSettings: ['seed', 'frequencyPenalty', 'presencePenalty', 'serviceTier', 'user'] },
  'openai-responses': { furtherSettings: ['serviceTier', 'user'] },
} as const;

const chatStop = { ...older, 'openai-chat': { ...older['openai-chat'], stop: true } } as const;

/** No files. */
const picturesOnly = {
  'openai-responses': { media: { user: ['image'], results: ['image'] } },
  'openai-chat': { media: { user: ['image'] } },
} as const;

const noMedia = { user: [], results: [] } as const;

/** Thinks by default, and knows every effort except `minimal`. */
const switchable = { control: 'effort', efforts: upToMax, byDefault: true, canDisable: true } as const;

const gpt6: readonly ModelFamily[] = [
  {
    // Tools on Chat are refused whatever the effort, and `none` is not one of its efforts.
    match: 'gpt-6-astra',
    protocol: 'openai-responses',
    traits: {
      ...reasoning,
      ...responses,
      thinking: { ...reasoning.thinking, efforts: upToMax },
      price: priced('2026-09-04', 10, 50, 1, 12.5),
    },
  },
  {
    match: 'gpt-6[.]1-sol', // `none` was removed again
    protocol: 'openai-responses',
    traits: {
      ...reasoning,
      ...responses,
      thinking: { ...reasoning.thinking, efforts: upToMax },
      price: priced('2026-09-29', 2, 10, 0.1, 2.5),
    },
  },
  ...[
    { name: 'sol', price: priced('2026-09-22', 2, 10, 0.2, 2.5) },
    { name: 'luna', price: priced('2026-09-22', 0.1, 0.5, 0.01, 0.125) },
  ].map(
    ({ name, price }): ModelFamily => ({
      match: `gpt-6-${name}`,
      protocol: 'openai-responses',
      traits: { ...reasoning, ...responses, thinking: switchable, price },
    }),
  ),
  {
    match: 'gpt-6',
    protocol: 'openai-responses',
    traits: { ...reasoning, ...responses, thinking: { ...reasoning.thinking, efforts: upToMax } },
  },
];

const newerGpt5: readonly ModelFamily[] = [
  {
    match: 'gpt-5[.]6.*-pro', // always thinks
    protocol: 'openai-responses',
    traits: { ...reasoning, ...responses, thinking: { ...reasoning.thinking, efforts: upToMax } },
  },
  {
    match: 'gpt-5[.]6-cyber', // smaller, and accepts no files
    protocol: 'openai-responses',
    traits: { ...reasoning, toolsNeedResponses: true },
    perProtocol: picturesOnly,
  },
  // 5.6: no `minimal`, has `max`; thinks by default, can be turned off, accepts no sampling.
  ...[
    { name: '-sol', price: priced('2026-11-15', 2, 10, 0.2, 2.5) },
    { name: '-terra', price: priced('2026-07-30', 2, 12, 0.2) },
    { name: '-luna', price: priced('2026-07-30', 0.2, 1.2, 0.02) },
    // Plain 5.6 is Sol.
    { name: '', price: priced('2026-11-15', 2, 10, 0.2, 2.5) },
  ].map(
    ({ name, ...price }): ModelFamily => ({
      match: `gpt-5[.]6${name}`,
      protocol: 'openai-responses',
      traits: {
        ...reasoning,
        ...responses,
        thinking: switchable,
        ...price,
      },
    }),
  ),
  {
    match: 'gpt-5[.]5-pro',
    protocol: 'openai-responses',
    traits: {
      ...reasoning,
      ...responses,
      thinking: { ...reasoning.thinking, efforts: ['medium', 'high', 'xhigh'] },
      price: priced('2026-05-07', 30, 180),
    },
  },
  {
    match: 'gpt-5[.]5-instant', // smaller; whether thinking can be turned off is undocumented
    protocol: 'openai-responses',
    traits: { ...reasoning, toolsNeedResponses: true },
  },
  {
    match: 'gpt-5[.]5',
    protocol: 'openai-responses',
    traits: {
      ...reasoning,
      ...responses,
      thinking: { control: 'effort', efforts: upToXhigh, byDefault: true, canDisable: true },
      price: priced('2026-05-07', 5, 30, 0.5),
    },
  },
  {
    match: 'gpt-5[.]4-pro',
    protocol: 'openai-responses',
    traits: {
      ...reasoning,
      ...responses,
      thinking: { ...reasoning.thinking, efforts: ['medium', 'high', 'xhigh'] },
      responseFormat: 'none',
      price: priced('2026-03-05', 30, 180),
    },
    perProtocol: picturesOnly,
  },
  {
    match: 'gpt-5[.]4-(?:mini|nano)',
    protocol: 'openai-responses',
    traits: { ...onDemand, toolsNeedResponses: true },
  },
  {
    match: 'gpt-5[.]4',
    protocol: 'openai-responses',
    traits: { ...onDemand, ...responses, price: priced('2026-03-05', 2.5, 15, 0.25) },
  },
  // Unknown: like the newest, with the efforts that all of them know.
  { match: 'gpt-5[.](?:[7-9]|\\d\\d)', protocol: 'openai-responses', traits: { ...reasoning, ...responses } },
];

const olderGpt5: readonly ModelFamily[] = [
  {
    match: 'gpt-5[.][123]-chat',
    protocol: 'openai-chat',
    traits: {
      ...reasoning,
      contextWindow: 128_000,
      maxOutput: 16_384,
      thinking: { ...reasoning.thinking, efforts: ['medium'] },
    },
  },
  {
    match: 'gpt-5[.]3-codex-spark',
    protocol: 'openai-responses',
    traits: {
      ...reasoning,
      contextWindow: 128_000,
      maxOutput: 32_000,
      thinking: { ...reasoning.thinking, efforts: ['medium', 'high'] },
    },
  },
  {
    match: 'gpt-5[.]2-pro',
    protocol: 'openai-responses',
    traits: {
      ...reasoning,
      thinking: { ...reasoning.thinking, efforts: ['medium', 'high'] },
      responseFormat: 'none',
      price: priced('2025-12-11', 21, 168),
    },
    perProtocol: picturesOnly,
  },
  ...[
    { name: '1-codex-mini', price: priced('2025-12-01', 0.25, 2, 0.025) },
    { name: '1-codex', price: priced('2025-12-01', 1.25, 10, 0.125) },
    { name: '[23]-codex', price: priced('2026-02-05', 1.75, 14, 0.175) },
    { name: '[123]-(?:codex|pro)' },
  ].map(
    ({ name, ...price }): ModelFamily => ({
      match: `gpt-5[.]${name}`,
      protocol: 'openai-responses',
      traits: { ...reasoning, thinking: { ...reasoning.thinking, efforts: ['medium', 'high'] }, ...price },
    }),
  ),
  {
    match: 'gpt-5[.]1',
    protocol: 'openai-chat',
    traits: {
      ...onDemand,
      thinking: { ...onDemand.thinking, efforts: upToHigh },
      price: priced('2025-12-01', 1.25, 10, 0.125),
    },
  },
  {
    match: 'gpt-5[.]2',
    protocol: 'openai-chat',
    traits: { ...onDemand, price: priced('2025-12-11', 1.75, 14, 0.175) },
  },
  { match: 'gpt-5[.]3', protocol: 'openai-chat', traits: onDemand },
  {
    match: 'gpt-5-pro',
    protocol: 'openai-responses',
    traits: {
      ...reasoning,
      maxOutput: 272_000,
      thinking: { ...reasoning.thinking, efforts: ['high'] },
      price: priced('2025-12-01', 15, 120),
    },
  },
  {
    match: 'gpt-5-codex',
    protocol: 'openai-responses',
    traits: { ...reasoning, price: priced('2025-12-01', 1.25, 10, 0.125) },
  },
  { match: 'gpt-5-chat', protocol: 'openai-chat', traits: { ...unthinking, sampling: 'none' }, perProtocol: chatStop },
  ...[
    { name: 'gpt-5-mini', price: priced('2025-12-01', 0.25, 2, 0.025) },
    { name: 'gpt-5-nano', price: priced('2025-12-01', 0.05, 0.4, 0.005) },
    { name: 'gpt-5(?![.\\d])', price: priced('2025-12-01', 1.25, 10, 0.125) },
  ].map(
    ({ name, price }): ModelFamily => ({
      match: name,
      protocol: 'openai-chat',
      traits: { ...reasoning, thinking: { ...reasoning.thinking, efforts: ['minimal', ...upToHigh] }, price },
    }),
  ),
];

/** All of them came before GPT-5. */
const oModels: readonly ModelFamily[] = [
  {
    // OAC-016: neither a system nor a developer message; and no tools at all.
    match: 'o1-(?:mini|preview)',
    protocol: 'openai-chat',
    traits: {
      ...oSeries,
      contextWindow: 128_000,
      maxOutput: 32_768,
      systemRole: 'user',
      laterSystem: 'user-text',
      tools: 'prompt',
      forcedToolChoice: 'no',
      media: noMedia,
      responseFormat: 'none',
      thinking: { control: 'none', efforts: [], byDefault: true, canDisable: false },
    },
  },
  { match: 'o[13]-pro|o\\d(?:-mini)?-deep-research', protocol: 'openai-responses', traits: oSeries },
  { match: 'o1', protocol: 'openai-chat', traits: { ...oSeries, price: priced('2025-12-01', 15, 60, 7.5) } },
  {
    match: 'o3-mini',
    protocol: 'openai-chat',
    traits: { ...oSeries, media: noMedia, price: priced('2025-12-01', 1.1, 4.4, 0.55) },
  },
  { match: 'o3', protocol: 'openai-chat', traits: { ...oSeries, price: priced('2025-12-01', 2, 8, 0.5) } },
  { match: 'o4-mini', protocol: 'openai-chat', traits: { ...oSeries, price: priced('2025-12-01', 1.1, 4.4, 0.275) } },
];

const gpt4: readonly ModelFamily[] = [
  ...[
    { name: 'gpt-4[.]1-mini', price: priced('2025-12-01', 0.4, 1.6, 0.1) },
    { name: 'gpt-4[.]1-nano', price: priced('2025-12-01', 0.1, 0.4, 0.025) },
    { name: 'gpt-4[.]1', price: priced('2025-12-01', 2, 8, 0.5) },
  ].map(
    ({ name, price }): ModelFamily => ({
      match: name,
      protocol: 'openai-chat',
      traits: { ...unthinking, contextWindow: 1_047_576, maxOutput: 32_768, price },
      perProtocol: chatStop,
    }),
  ),
  {
    // OAC-013: only these accept audio, and they accept no images.
    match: 'gpt-4o(?:-mini)?-audio|gpt-audio',
    protocol: 'openai-chat',
    traits: { ...unthinking, media: { user: ['audio'], results: [] } },
    perProtocol: chatStop,
  },
  {
    match: 'gpt-4o-mini',
    protocol: 'openai-chat',
    traits: { ...unthinking, price: priced('2025-12-01', 0.15, 0.6, 0.075) },
    perProtocol: chatStop,
  },
  {
    match: '(?:chat)?gpt-4o',
    protocol: 'openai-chat',
    traits: { ...unthinking, price: priced('2025-12-01', 2.5, 10, 1.25) },
    perProtocol: chatStop,
  },
  {
    match: 'gpt-4-turbo|gpt-4-(?:0125|1106)',
    protocol: 'openai-chat',
    traits: {
      ...unthinking,
      maxOutput: 4096,
      media: { user: ['image'] },
      responseFormat: 'json-object',
      price: priced('2025-12-01', 10, 30),
    },
    perProtocol: chatStop,
  },
  {
    match: 'gpt-4(?![.\\d])',
    protocol: 'openai-chat',
    traits: {
      ...unthinking,
      contextWindow: 8192,
      maxOutput: 4096,
      media: noMedia,
      responseFormat: 'none',
      price: priced('2025-12-01', 30, 60),
    },
    perProtocol: chatStop,
  },
  {
    match: 'gpt-3[.]5',
    protocol: 'openai-chat',
    traits: {
      ...unthinking,
      contextWindow: 16_385,
      maxOutput: 4096,
      media: noMedia,
      responseFormat: 'json-object',
      price: priced('2025-12-01', 0.5, 1.5),
    },
    perProtocol: chatStop,
  },
];

/**
 * Models of others that Azure serves with the same API: the restrictions of OpenAI's newest models do not apply to them
 * (OAC-017, AZR-002).
 */
export const hostedModels: readonly ModelFamily[] = [
  {
    match: 'grok|llama|mistral|ministral|codestral|phi|deepseek|cohere|kimi',
    protocol: 'openai-chat',
    traits: { ...unthinking, maxTokensField: 'max_tokens', media: noMedia, responseFormat: 'json-object' },
    perProtocol: { 'openai-chat': { stop: true, furtherSettings: [] }, 'openai-responses': { furtherSettings: [] } },
  },
];

export const openaiModels: readonly ModelFamily[] = [
  ...gpt6,
  ...newerGpt5,
  ...olderGpt5,
  ...oModels.map((family): ModelFamily => ({ ...family, perProtocol: older })),
  ...gpt4,
];
