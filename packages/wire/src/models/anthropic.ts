/**
 * Claude. Newer generations mostly restrict what a request may contain. Sizes, thinking and refusals are from Anthropic's model
 * overviews and migration guides, prices from its pricing page, all as of November 2026. Haiku 5.5 costs five times as much for
 * prompts of more than 100,000 tokens.
 */

import type { Effort, TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

const asOf = '2026-11-15';
const million = { contextWindow: 1_000_000, maxOutput: 128_000 } as const;

/** ANT-052: `xhigh` came with 4.7. */
const efforts: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** From 4.5 on: `output_config.format`. */
const responseFormat = 'json-schema' as const;

/**
 * 4.7 and later: no budgets (ANT-047), no sampling (ANT-050), no prefill (ANT-030). Forced calls are accepted (ANT-045). The
 * text of thinking is only sent on request.
 */
const adaptive: TraitOverrides = {
  ...million,
  sampling: 'none',
  lastMessage: 'user',
  laterSystem: 'user-text',
  forcedToolChoice: 'yes',
  responseFormat,
  thinking: {
    replay: 'signed',
    control: 'adaptive',
    efforts,
    byDefault: false,
    canDisable: true,
    boundTo: 'origin',
    display: 'summarized',
  },
};

/** 4.6 has no `xhigh` (ANT-052), shows its thinking by default, and still accepts a budget (ANT-047). */
const four6 = { efforts: ['low', 'medium', 'high', 'max'], display: 'unsaid', takesBudget: true } as const;

/** Models that think by default and cannot be stopped refuse forced calls too (ANT-046). */
const always: TraitOverrides = {
  ...adaptive,
  forcedToolChoice: 'no',
  thinking: { ...adaptive.thinking, byDefault: true, canDisable: false },
};

/** ANT-023, ANT-024: a system message may come after a user message. */
const laterSystem = 'after-user' as const;

/** Up to 4.5: budgets only (ANT-048), prefill (ANT-030), no forced call while thinking (ANT-045). */
const budgeted: TraitOverrides = {
  contextWindow: 200_000,
  maxOutput: 64_000,
  sampling: 'one',
  lastMessage: 'any',
  laterSystem: 'user-text',
  forcedToolChoice: 'without-thinking',
  thinking: { replay: 'signed', control: 'budget', efforts: [], byDefault: false, canDisable: true, boundTo: 'origin' },
};

/** Before 3.7 there was no thinking. */
const unthinking: TraitOverrides = {
  ...budgeted,
  maxOutput: 4096,
  webSearch: false,
  sampling: 'any',
  forcedToolChoice: 'yes',
  thinking: { replay: 'none', control: 'none', efforts: [], byDefault: false, canDisable: true, boundTo: 'origin' },
};

/** A minor version (`-5-1`, `-5.1`), but not the start of a date (`-5-20260724`). */
const minor = '[.-][1-9](?!\\d)';

export const anthropicModels: readonly ModelFamily[] = [
  {
    // Newer than all known ones: like the newest, with everything that any of them refuses.
    match: 'claude-(?:fable|mythos|opus|sonnet|haiku)-(?:[6-9]|[1-9]\\d)(?!\\d)',
    traits: { ...always, thinking: { ...always.thinking, boundTo: 'prefix' } },
  },
  {
    match: `claude-fable-5${minor}`,
    // ANT-054, ANT-055: thinking is bound to everything before it.
    traits: {
      ...always,
      laterSystem,
      thinking: { ...always.thinking, boundTo: 'prefix' },
      price: priced(asOf, 10, 50, 0.25, 12.5),
    },
  },
  {
    // Mythos 5.1 records the prefix and does not check it yet.
    match: `claude-mythos-5${minor}`,
    traits: {
      ...always,
      laterSystem,
      thinking: { ...always.thinking, boundTo: 'prefix' },
      price: priced(asOf, 10, 50, 0.25, 12.5),
    },
  },
  { match: 'claude-fable-5', traits: { ...always, laterSystem, price: priced(asOf, 10, 50, 1, 12.5) } },
  { match: 'claude-mythos-5', traits: { ...always, laterSystem, price: priced(asOf, 10, 50, 1, 12.5) } },
  { match: 'claude-mythos', traits: always },
  {
    // The same three changes as Fable 5.1: always thinking, no forced calls, thinking bound to the conversation.
    match: `claude-opus-5${minor}`,
    traits: {
      ...always,
      laterSystem,
      thinking: { ...always.thinking, boundTo: 'prefix' },
      price: priced(asOf, 4, 20, 0.2, 5),
    },
  },
  {
    // ANT-058. Thinking is turned down with `between_tools`, which is not one of our values: it cannot be turned off.
    match: `claude-sonnet-5${minor}`,
    traits: { ...always, thinking: { ...always.thinking, boundTo: 'prefix' }, price: priced(asOf, 2, 10, 0.1, 2.5) },
  },
  {
    // ANT-058. It is not documented whether forced calls are refused or accepted while thinking.
    match: `claude-haiku-5${minor}`,
    traits: {
      ...always,
      forcedToolChoice: 'without-thinking',
      thinking: { ...always.thinking, canDisable: true, boundTo: 'prefix' },
      price: priced(asOf, 0.1, 0.5, 0.01, 0.125),
    },
  },
  {
    match: 'claude-opus-5', // ANT-051: no effort is sent when thinking is off
    traits: {
      ...adaptive,
      laterSystem,
      thinking: { ...adaptive.thinking, byDefault: true },
      price: priced(asOf, 5, 25, 0.5, 6.25),
    },
  },
  {
    // ANT-023: answers 200 to a later system message and ignores it.
    match: 'claude-sonnet-5',
    traits: { ...adaptive, thinking: { ...adaptive.thinking, byDefault: true }, price: priced(asOf, 2, 10, 0.2, 2.5) },
  },
  { match: 'claude-opus-4[.-]8', traits: { ...adaptive, laterSystem, price: priced(asOf, 5, 25, 0.5, 6.25) } },
  { match: 'claude-opus-4[.-]7', traits: { ...adaptive, price: priced(asOf, 5, 25, 0.5, 6.25) } },
  {
    match: 'claude-opus-4[.-]6',
    traits: {
      ...adaptive,
      sampling: 'one',
      thinking: { ...adaptive.thinking, ...four6 },
      price: priced(asOf, 5, 25, 0.5, 6.25),
    },
  },
  {
    match: 'claude-sonnet-4[.-]6',
    traits: {
      ...adaptive,
      maxOutput: 64_000,
      sampling: 'one',
      thinking: { ...adaptive.thinking, ...four6 },
      price: priced(asOf, 3, 15, 0.3, 3.75),
    },
  },
  { match: 'claude-opus-4[.-]5', traits: { ...budgeted, responseFormat, price: priced(asOf, 5, 25, 0.5, 6.25) } },
  { match: 'claude-sonnet-4[.-]5', traits: { ...budgeted, responseFormat, price: priced(asOf, 3, 15, 0.3, 3.75) } },
  { match: 'claude-haiku-4[.-]5', traits: { ...budgeted, responseFormat, price: priced(asOf, 1, 5, 0.1, 1.25) } },
  {
    match: 'claude-opus-4(?:[.-][01](?!\\d)|[.-]20|$|:|@)',
    traits: { ...budgeted, maxOutput: 32_000, price: priced('2025-11-01', 15, 75, 1.5, 18.75) },
  },
  {
    match: 'claude-sonnet-4(?:[.-]0(?!\\d)|[.-]20|$|:|@)',
    traits: { ...budgeted, price: priced('2025-11-01', 3, 15, 0.3, 3.75) },
  },
  { match: 'claude-3[.-]7-sonnet', traits: { ...budgeted, price: priced('2025-11-01', 3, 15, 0.3, 3.75) } },
  {
    match: 'claude-3[.-]5-sonnet',
    traits: { ...unthinking, maxOutput: 8192, price: priced('2025-11-01', 3, 15, 0.3, 3.75) },
  },
  {
    match: 'claude-3[.-]5-haiku',
    traits: { ...unthinking, maxOutput: 8192, price: priced('2025-11-01', 0.8, 4, 0.08, 1) },
  },
  {
    match: 'claude-3-opus',
    traits: { ...unthinking, media: { user: ['image'], results: ['image'] }, price: priced('2025-11-01', 15, 75) },
  },
  {
    match: 'claude-3-haiku',
    traits: { ...unthinking, media: { user: ['image'], results: ['image'] }, price: priced('2025-11-01', 0.25, 1.25) },
  },
  { match: 'claude-3-sonnet', traits: { ...unthinking, media: { user: ['image'], results: ['image'] } } },
];
