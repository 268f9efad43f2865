/**
 * The facts about each model, tested by what a request to it contains. Each table is one behaviour: an outcome, and the models that have
 * it. Rule ids are in the titles. `model@protocol` names a protocol that is not the model's default.
 */
import { describe, expect, test } from 'vitest';
import { bareName, familyOf, type ModelFamily } from '../src/models/model-family.ts';
import { providers } from '../src/providers/index.ts';
import {
  callIds,
  filesSent,
  forcedCall,
  lastSpeaker,
  laterSystem,
  outputLimit,
  samplingSent,
  thinkingAsked,
} from './models/sent-fields.ts';

type Row = readonly [outcome: unknown, models: string];

/** `provider: model model@protocol …` in each line, as `provider model [protocol]`. */
function modelsIn(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [provider = '', models = ''] = line.trim().split(': ');
      return models.split(' ').map((model) => `${provider} ${model.replace('@', ' ')}`);
    });
}

function holdsFor(observe: (model: string) => unknown): (outcome: unknown, models: string) => void {
  return (outcome, models) => {
    const names = modelsIn(models);
    expect(names.map((name) => [name, observe(name)])).toEqual(names.map((name) => [name, outcome]));
  };
}

describe('the limit is the longest answer the model can write (o-series and GPT-5 reject max_tokens: OAC-014)', () => {
  test.each<Row>([
    [
      'max_tokens 128000',
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-mythos-preview claude-opus-5-5 claude-opus-5 claude-sonnet-5-5
      anthropic: claude-haiku-5-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-opus-6
      anthropic: claude-haiku-10-1-20280101
      openrouter: anthropic/claude-opus-4.6 openai/gpt-5.6-terra
    `,
    ],
    [
      'max_tokens 64000',
      `
      anthropic: claude-sonnet-4-6 claude-opus-4-5-20251101 claude-haiku-4-5 claude-sonnet-4-5-20250929
      anthropic: claude-sonnet-4-20250514 claude-3-7-sonnet-latest claude-saga-7 claude-opus-4-9
    `,
    ],
    [
      'max_tokens 32000',
      `
      anthropic: claude-opus-4-1-20250805 claude-opus-4-20250514
    `,
    ],
    [
      'max_tokens 8192',
      `
      anthropic: claude-3-5-haiku-20241022
      ollama: qwen3@openai-chat
    `,
    ],
    [
      'max_output_tokens 128000',
      `
      openai: gpt-6-astra gpt-6.1-sol gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.6-cyber gpt-5.5-instant gpt-5.6-terra
      openai: gpt-5.5 gpt-5.5-pro gpt-5.4 gpt-5.4-mini-2026-03-17 gpt-5.2-pro gpt-5.1-codex-max gpt-7
    `,
    ],
    [
      'max_completion_tokens 128000',
      `
      openai: gpt-5.6-cyber@openai-chat gpt-5.6-terra@openai-chat gpt-5.2-2025-12-11 gpt-5.1 gpt-5-2025-08-07 gpt-5-mini
    `,
    ],
    [
      'max_output_tokens 32000',
      `
      openai: gpt-5.3-codex-spark
    `,
    ],
    [
      'max_completion_tokens 16384',
      `
      openai: gpt-5.3-chat-latest ft:gpt-4o-mini-2024-07-18:team::id
      groq: qwen/qwen3.8-27b moonshotai/kimi-k2-instruct-0905
    `,
    ],
    [
      'max_output_tokens 272000',
      `
      openai: gpt-5-pro-2025-10-06
    `,
    ],
    [
      'max_completion_tokens 100000',
      `
      openai: o3 o4-mini
    `,
    ],
    [
      'max_completion_tokens 32768',
      `
      openai: o1-mini gpt-4.1
    `,
    ],
    [
      'max_output_tokens 32768',
      `
      openai: gpt-4.1@openai-responses
      xai: grok-4.7@openai-responses
    `,
    ],
    [
      'maxOutputTokens 65536',
      `
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash gemini-3-flash-preview
      google: gemini-3.1-flash-lite models/gemini-3-pro-preview gemini-3.1-pro gemini-2.5-pro gemini-2.5-flash
      google: gemini-2.5-flash-lite gemini-5
    `,
    ],
    [
      'maxOutputTokens 8192',
      `
      google: gemini-2.0-flash
    `,
    ],
    [
      'max_tokens 32768',
      `
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604 magistral-medium-2509
      moonshot: kimi-k2.7-code kimi-k2.6 kimi-k2-thinking kimi-k4
      xai: grok-4.5 grok-4.8 grok-build-0.1 grok-3-mini
      qwen: qwen3-235b-a22b-thinking-2507
      zai: glm-4.6v
    `,
    ],
    [
      'max_tokens 16384',
      `
      mistral: mistral-large-2411 labs-new
      moonshot: kimi-k2-0905-preview
      openrouter: mistralai/mistral-large-2411 nobody/new-model:free
      openai-compatible: moonshotai/Kimi-K2-Thinking
    `,
    ],
    [
      'max_tokens 4096',
      `
      mistral: open-mistral-7b
      openai-compatible: mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
    [
      'max_tokens 131072',
      `
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k3@anthropic-messages
      qwen: qwen3.8-max
      zai: glm-5.3 glm-5.4 glm-5.3@anthropic-messages glm-5.3-flash glm-4.6
      openrouter: moonshotai/kimi-k3
    `,
    ],
    [
      'max_tokens 384000',
      `
      deepseek: deepseek-v4-pro deepseek-reasoner deepseek-chat deepseek-v4-flash deepseek-flash
      deepseek: deepseek-v4-flash@anthropic-messages
    `,
    ],
    [
      'max_tokens 30000',
      `
      xai: grok-4.20-multi-agent-0309 grok-4.3
    `,
    ],
    [
      'max_completion_tokens 65536',
      `
      groq: openai/gpt-oss-120b
    `,
    ],
    [
      'max_tokens 65536',
      `
      qwen: qwen3-max
      openrouter: google/gemini-3-pro
    `,
    ],
    [
      'num_predict 8192',
      `
      ollama: llama3 llama3.1:8b qwen3:32b gpt-oss:20b my-model
    `,
    ],
  ])('%j', holdsFor(outputLimit));
});

describe('sends temperature and top_p only if the model accepts them (ANT-050, OAC-015, KIM-011)', () => {
  test.each<Row>([
    [
      'neither',
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-mythos-preview claude-opus-5-5 claude-opus-5 claude-sonnet-5-5
      anthropic: claude-haiku-5-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-6
      anthropic: claude-haiku-10-1-20280101 claude-saga-7 claude-opus-4-9
      openai: gpt-6-astra gpt-6.1-sol gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.6-cyber gpt-5.6-cyber@openai-chat
      openai: gpt-5.5-instant gpt-5.6-terra gpt-5.6-terra@openai-chat gpt-5.5 gpt-5.5-pro gpt-5.3-codex-spark
      openai: gpt-5.2-pro gpt-5.1-codex-max gpt-5.3-chat-latest gpt-5-2025-08-07 gpt-5-mini gpt-5-pro-2025-10-06 o3
      openai: o4-mini o1-mini gpt-7
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k2.7-code kimi-k2.6 kimi-k2-thinking kimi-k3@anthropic-messages kimi-k4
      deepseek: deepseek-v4-pro deepseek-reasoner deepseek-v4-flash deepseek-flash deepseek-v4-flash@anthropic-messages
      zai: glm-5.3@anthropic-messages
      openrouter: openai/gpt-5.6-terra moonshotai/kimi-k3
    `,
    ],
    [
      'temperature',
      `
      anthropic: claude-opus-4-6 claude-sonnet-4-6 claude-opus-4-5-20251101 claude-haiku-4-5 claude-sonnet-4-5-20250929
      anthropic: claude-opus-4-1-20250805 claude-opus-4-20250514 claude-sonnet-4-20250514 claude-3-7-sonnet-latest
      openrouter: anthropic/claude-opus-4.6
    `,
    ],
    [
      'temperature and top_p',
      `
      anthropic: claude-3-5-haiku-20241022
      openai: gpt-5.4 gpt-5.4-mini-2026-03-17 gpt-5.2-2025-12-11 gpt-5.1 gpt-4.1 gpt-4.1@openai-responses
      openai: ft:gpt-4o-mini-2024-07-18:team::id
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604 magistral-medium-2509 mistral-large-2411
      mistral: open-mistral-7b labs-new
      moonshot: kimi-k2-0905-preview
      deepseek: deepseek-chat
      xai: grok-4.5 grok-4.8 grok-4.20-multi-agent-0309 grok-build-0.1 grok-4.3 grok-3-mini grok-4.7@openai-responses
      groq: openai/gpt-oss-120b qwen/qwen3.8-27b moonshotai/kimi-k2-instruct-0905
      qwen: qwen3.8-max qwen3-max qwen3-235b-a22b-thinking-2507
      zai: glm-5.3 glm-5.4 glm-5.3-flash glm-4.6v glm-4.6
      openrouter: google/gemini-3-pro mistralai/mistral-large-2411 nobody/new-model:free
      ollama: llama3 llama3.1:8b qwen3:32b gpt-oss:20b qwen3@openai-chat my-model
      openai-compatible: moonshotai/Kimi-K2-Thinking mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
    [
      'temperature and topP',
      `
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash gemini-3-flash-preview
      google: gemini-3.1-flash-lite models/gemini-3-pro-preview gemini-3.1-pro gemini-2.5-pro gemini-2.5-flash
      google: gemini-2.5-flash-lite gemini-2.0-flash gemini-5
    `,
    ],
  ])('%j', holdsFor(samplingSent));
});

describe('requests high effort in the model’s own terms (ANT-047, ANT-052, MIS-022)', () => {
  test.each<Row>([
    [
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-mythos-preview claude-opus-5-5 claude-opus-5 claude-sonnet-5-5
      anthropic: claude-haiku-5-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-6
      anthropic: claude-haiku-10-1-20280101
    `,
    ],
    [
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      `
      anthropic: claude-opus-4-6 claude-sonnet-4-6 claude-saga-7 claude-opus-4-9
    `,
    ],
    [
      { thinking: { type: 'enabled', budget_tokens: 16384 } },
      `
      anthropic: claude-opus-4-5-20251101 claude-haiku-4-5 claude-sonnet-4-5-20250929 claude-opus-4-1-20250805
      anthropic: claude-opus-4-20250514 claude-sonnet-4-20250514 claude-3-7-sonnet-latest
      deepseek: deepseek-v4-flash@anthropic-messages
    `,
    ],
    [
      {},
      `
      anthropic: claude-3-5-haiku-20241022
      openai: o1-mini gpt-4.1 gpt-4.1@openai-responses ft:gpt-4o-mini-2024-07-18:team::id
      google: gemini-2.0-flash
      mistral: magistral-medium-2509 mistral-large-2411 open-mistral-7b labs-new
      moonshot: kimi-k2-thinking kimi-k2-0905-preview kimi-k3@anthropic-messages
      deepseek: deepseek-reasoner deepseek-chat
      xai: grok-4.20-multi-agent-0309 grok-build-0.1
      groq: qwen/qwen3.8-27b moonshotai/kimi-k2-instruct-0905
      qwen: qwen3-235b-a22b-thinking-2507
      zai: glm-5.3@anthropic-messages
      ollama: llama3 llama3.1:8b qwen3@openai-chat my-model
      openai-compatible: moonshotai/Kimi-K2-Thinking mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
    [
      { reasoning: { effort: 'high', summary: 'auto' } },
      `
      openai: gpt-6-astra gpt-6.1-sol gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.6-cyber gpt-5.5-instant gpt-5.6-terra
      openai: gpt-5.5 gpt-5.5-pro gpt-5.4 gpt-5.4-mini-2026-03-17 gpt-5.3-codex-spark gpt-5.2-pro gpt-5.1-codex-max
      openai: gpt-5-pro-2025-10-06 gpt-7
      xai: grok-4.7@openai-responses
    `,
    ],
    [
      { reasoning_effort: 'high' },
      `
      openai: gpt-5.6-cyber@openai-chat gpt-5.6-terra@openai-chat gpt-5.2-2025-12-11 gpt-5.1 gpt-5-2025-08-07 gpt-5-mini
      openai: o3 o4-mini
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604 mistral-small-latest
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k4
      xai: grok-4.5 grok-4.8 grok-4.3 grok-3-mini
      groq: openai/gpt-oss-120b
      zai: glm-5.3 glm-5.4 glm-5.3-flash
    `,
    ],
    [
      { reasoning_effort: 'medium' },
      `
      openai: gpt-5.3-chat-latest
    `,
    ],
    [
      { thinkingConfig: { thinkingLevel: 'HIGH', includeThoughts: true } },
      `
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash gemini-3-flash-preview
      google: gemini-3.1-flash-lite models/gemini-3-pro-preview gemini-3.1-pro gemini-5
    `,
    ],
    [
      { thinkingConfig: { thinkingBudget: 16384, includeThoughts: true } },
      `
      google: gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite
    `,
    ],
    [
      { thinking: { type: 'enabled' } },
      `
      moonshot: kimi-k2.7-code kimi-k2.6
      zai: glm-4.6v glm-4.6
    `,
    ],
    [
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
      `
      deepseek: deepseek-v4-pro deepseek-v4-flash deepseek-flash
    `,
    ],
    [
      { enable_thinking: true },
      `
      qwen: qwen3.8-max qwen3-max
    `,
    ],
    [
      { reasoning: { effort: 'high' } },
      `
      openrouter: anthropic/claude-opus-4.6 google/gemini-3-pro openai/gpt-5.6-terra moonshotai/kimi-k3
      openrouter: mistralai/mistral-large-2411 nobody/new-model:free
    `,
    ],
    [
      { think: true },
      `
      ollama: qwen3:32b
    `,
    ],
    [
      { think: 'high' },
      `
      ollama: gpt-oss:20b
    `,
    ],
  ])(
    '%j',
    holdsFor((model: string) => thinkingAsked(model, 'high')),
  );
});

describe('turns thinking off if the model allows it', () => {
  test.each<Row>([
    [
      {},
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-mythos-preview claude-opus-5-5 claude-sonnet-5-5 claude-opus-4-8
      anthropic: claude-opus-4-7 claude-opus-4-6 claude-sonnet-4-6 claude-opus-4-5-20251101 claude-haiku-4-5
      anthropic: claude-sonnet-4-5-20250929 claude-opus-4-1-20250805 claude-opus-4-20250514 claude-sonnet-4-20250514
      anthropic: claude-3-7-sonnet-latest claude-3-5-haiku-20241022 claude-opus-6 claude-haiku-10-1-20280101
      anthropic: claude-saga-7 claude-opus-4-9
      openai: gpt-5.6-cyber@openai-chat gpt-5.4 gpt-5.4-mini-2026-03-17 gpt-5.3-chat-latest gpt-5-2025-08-07 gpt-5-mini
      openai: o3 o4-mini o1-mini gpt-4.1 gpt-4.1@openai-responses ft:gpt-4o-mini-2024-07-18:team::id
      google: gemini-2.0-flash
      mistral: magistral-medium-2509 mistral-large-2411 open-mistral-7b labs-new
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k2.7-code kimi-k2-thinking kimi-k2-0905-preview kimi-k3@anthropic-messages
      moonshot: kimi-k4
      deepseek: deepseek-reasoner deepseek-chat
      xai: grok-4.5 grok-4.8 grok-4.20-multi-agent-0309 grok-build-0.1 grok-3-mini
      groq: openai/gpt-oss-120b qwen/qwen3.8-27b moonshotai/kimi-k2-instruct-0905
      qwen: qwen3-235b-a22b-thinking-2507
      zai: glm-5.3 glm-5.4 glm-5.3@anthropic-messages glm-5.3-flash
      openrouter: google/gemini-3-pro moonshotai/kimi-k3
      ollama: llama3 llama3.1:8b gpt-oss:20b my-model
      openai-compatible: moonshotai/Kimi-K2-Thinking mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
    [
      { thinking: { type: 'disabled' } },
      `
      anthropic: claude-opus-5 claude-haiku-5-5 claude-sonnet-5
      moonshot: kimi-k2.6
      deepseek: deepseek-v4-pro deepseek-v4-flash deepseek-flash deepseek-v4-flash@anthropic-messages
      zai: glm-4.6v glm-4.6
    `,
    ],
    [
      { reasoning: { effort: 'low', summary: 'auto' } },
      `
      openai: gpt-6-astra gpt-6.1-sol gpt-5.6-cyber gpt-5.5-instant gpt-7
      xai: grok-4.7@openai-responses
    `,
    ],
    [
      { reasoning: { effort: 'none' } },
      `
      openai: gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.6-terra gpt-5.5
    `,
    ],
    [
      { reasoning_effort: 'none' },
      `
      openai: gpt-5.6-terra@openai-chat gpt-5.2-2025-12-11 gpt-5.1
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604
      xai: grok-4.3
      ollama: qwen3@openai-chat
    `,
    ],
    [
      { reasoning: { effort: 'medium', summary: 'auto' } },
      `
      openai: gpt-5.5-pro gpt-5.3-codex-spark gpt-5.2-pro gpt-5.1-codex-max
    `,
    ],
    [
      { reasoning: { effort: 'high', summary: 'auto' } },
      `
      openai: gpt-5-pro-2025-10-06
    `,
    ],
    [
      { thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: false } },
      `
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash
      google: models/gemini-3-pro-preview gemini-3.1-pro gemini-5
    `,
    ],
    [
      { thinkingConfig: { thinkingLevel: 'MINIMAL', includeThoughts: false } },
      `
      google: gemini-3-flash-preview gemini-3.1-flash-lite
    `,
    ],
    [
      { thinkingConfig: { thinkingBudget: 512, includeThoughts: true } },
      `
      google: gemini-2.5-pro
    `,
    ],
    [
      { thinkingConfig: { thinkingBudget: 0, includeThoughts: false } },
      `
      google: gemini-2.5-flash gemini-2.5-flash-lite
    `,
    ],
    [
      { enable_thinking: false },
      `
      qwen: qwen3.8-max qwen3-max
    `,
    ],
    [
      { reasoning: { enabled: false } },
      `
      openrouter: anthropic/claude-opus-4.6 openai/gpt-5.6-terra mistralai/mistral-large-2411 nobody/new-model:free
    `,
    ],
    [
      { think: false },
      `
      ollama: qwen3:32b
    `,
    ],
  ])(
    '%j',
    holdsFor((model: string) => thinkingAsked(model, 'off')),
  );
});

describe('forces a call only if the model accepts it (ANT-045, ANT-046)', () => {
  test.each<Row>([
    [
      'left out',
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-mythos-preview claude-opus-5-5 claude-sonnet-5-5 claude-haiku-5-5
      anthropic: claude-opus-6 claude-haiku-10-1-20280101 claude-saga-7 claude-opus-4-9
      openai: o1-mini
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k2.7-code kimi-k2.6 kimi-k2-thinking kimi-k2-0905-preview
      moonshot: kimi-k3@anthropic-messages kimi-k4
      deepseek: deepseek-v4-pro deepseek-reasoner deepseek-v4-flash deepseek-flash deepseek-v4-flash@anthropic-messages
      xai: grok-4.20-multi-agent-0309
      qwen: qwen3.8-max qwen3-235b-a22b-thinking-2507
      zai: glm-5.3 glm-5.4 glm-5.3@anthropic-messages glm-5.3-flash glm-4.6v glm-4.6
      openrouter: moonshotai/kimi-k3
      ollama: llama3 llama3.1:8b qwen3:32b gpt-oss:20b my-model
    `,
    ],
    [
      'sent',
      `
      anthropic: claude-opus-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-sonnet-4-6
      anthropic: claude-opus-4-5-20251101 claude-haiku-4-5 claude-sonnet-4-5-20250929 claude-opus-4-1-20250805
      anthropic: claude-opus-4-20250514 claude-sonnet-4-20250514 claude-3-7-sonnet-latest claude-3-5-haiku-20241022
      openai: gpt-6-astra gpt-6.1-sol gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.6-cyber gpt-5.6-cyber@openai-chat
      openai: gpt-5.5-instant gpt-5.6-terra gpt-5.6-terra@openai-chat gpt-5.5 gpt-5.5-pro gpt-5.4
      openai: gpt-5.4-mini-2026-03-17 gpt-5.2-2025-12-11 gpt-5.1 gpt-5.3-codex-spark gpt-5.2-pro gpt-5.1-codex-max
      openai: gpt-5.3-chat-latest gpt-5-2025-08-07 gpt-5-mini gpt-5-pro-2025-10-06 o3 o4-mini gpt-4.1
      openai: gpt-4.1@openai-responses ft:gpt-4o-mini-2024-07-18:team::id gpt-7
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash gemini-3-flash-preview
      google: gemini-3.1-flash-lite models/gemini-3-pro-preview gemini-3.1-pro gemini-2.5-pro gemini-2.5-flash
      google: gemini-2.5-flash-lite gemini-2.0-flash gemini-5
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604 magistral-medium-2509 mistral-large-2411
      mistral: open-mistral-7b labs-new
      deepseek: deepseek-chat
      xai: grok-4.5 grok-4.8 grok-build-0.1 grok-4.3 grok-3-mini grok-4.7@openai-responses
      groq: openai/gpt-oss-120b qwen/qwen3.8-27b moonshotai/kimi-k2-instruct-0905
      qwen: qwen3-max
      openrouter: anthropic/claude-opus-4.6 google/gemini-3-pro openai/gpt-5.6-terra mistralai/mistral-large-2411
      openrouter: nobody/new-model:free
      ollama: qwen3@openai-chat
      openai-compatible: moonshotai/Kimi-K2-Thinking mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
  ])('%j', holdsFor(forcedCall));
});

describe('ends with a user message if the model requires it (ANT-030, GEM-004, MIS-011)', () => {
  test.each<Row>([
    [
      'user',
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-mythos-preview claude-opus-5-5 claude-opus-5 claude-sonnet-5-5
      anthropic: claude-haiku-5-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-sonnet-4-6
      anthropic: claude-opus-6 claude-haiku-10-1-20280101 claude-saga-7 claude-opus-4-9
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash gemini-3-flash-preview
      google: gemini-3.1-flash-lite models/gemini-3-pro-preview gemini-3.1-pro gemini-2.5-pro gemini-2.5-flash
      google: gemini-2.5-flash-lite gemini-2.0-flash gemini-5
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604 magistral-medium-2509 mistral-large-2411
      mistral: open-mistral-7b labs-new
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k2.7-code kimi-k2.6 kimi-k2-thinking kimi-k2-0905-preview
      moonshot: kimi-k3@anthropic-messages kimi-k4
      deepseek: deepseek-v4-pro deepseek-reasoner deepseek-chat deepseek-v4-flash deepseek-flash
      deepseek: deepseek-v4-flash@anthropic-messages
      xai: grok-4.5 grok-4.8 grok-4.20-multi-agent-0309 grok-build-0.1 grok-4.3 grok-3-mini
      groq: openai/gpt-oss-120b qwen/qwen3.8-27b moonshotai/kimi-k2-instruct-0905
      qwen: qwen3.8-max qwen3-max qwen3-235b-a22b-thinking-2507
      zai: glm-5.3 glm-5.4 glm-5.3@anthropic-messages glm-5.3-flash glm-4.6v glm-4.6
      openrouter: anthropic/claude-opus-4.6 google/gemini-3-pro openai/gpt-5.6-terra moonshotai/kimi-k3
      openrouter: mistralai/mistral-large-2411 nobody/new-model:free
      ollama: qwen3@openai-chat
      openai-compatible: moonshotai/Kimi-K2-Thinking mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
    [
      'assistant',
      `
      anthropic: claude-opus-4-5-20251101 claude-haiku-4-5 claude-sonnet-4-5-20250929 claude-opus-4-1-20250805
      anthropic: claude-opus-4-20250514 claude-sonnet-4-20250514 claude-3-7-sonnet-latest claude-3-5-haiku-20241022
      openai: gpt-6-astra gpt-6.1-sol gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.6-cyber gpt-5.6-cyber@openai-chat
      openai: gpt-5.5-instant gpt-5.6-terra gpt-5.6-terra@openai-chat gpt-5.5 gpt-5.5-pro gpt-5.4
      openai: gpt-5.4-mini-2026-03-17 gpt-5.2-2025-12-11 gpt-5.1 gpt-5.3-codex-spark gpt-5.2-pro gpt-5.1-codex-max
      openai: gpt-5.3-chat-latest gpt-5-2025-08-07 gpt-5-mini gpt-5-pro-2025-10-06 o3 o4-mini o1-mini gpt-4.1
      openai: gpt-4.1@openai-responses ft:gpt-4o-mini-2024-07-18:team::id gpt-7
      xai: grok-4.7@openai-responses
      ollama: llama3 llama3.1:8b qwen3:32b gpt-oss:20b my-model
    `,
    ],
  ])('%j', holdsFor(lastSpeaker));
});

describe('keeps a later system message only where one is allowed (ANT-023, ANT-024)', () => {
  test.each<Row>([
    [
      'system',
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-opus-5-5 claude-opus-5 claude-opus-4-8
      openai: gpt-4.1 gpt-4.1@openai-responses ft:gpt-4o-mini-2024-07-18:team::id
      xai: grok-4.5 grok-4.8 grok-4.20-multi-agent-0309 grok-build-0.1 grok-4.3 grok-3-mini grok-4.7@openai-responses
    `,
    ],
    [
      'user',
      `
      anthropic: claude-mythos-preview claude-sonnet-5-5 claude-haiku-5-5 claude-sonnet-5 claude-opus-4-7
      anthropic: claude-opus-4-6 claude-sonnet-4-6 claude-opus-4-5-20251101 claude-haiku-4-5 claude-sonnet-4-5-20250929
      anthropic: claude-opus-4-1-20250805 claude-opus-4-20250514 claude-sonnet-4-20250514 claude-3-7-sonnet-latest
      anthropic: claude-3-5-haiku-20241022 claude-opus-6 claude-haiku-10-1-20280101 claude-saga-7 claude-opus-4-9
      openai: o1-mini
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash gemini-3-flash-preview
      google: gemini-3.1-flash-lite models/gemini-3-pro-preview gemini-3.1-pro gemini-2.5-pro gemini-2.5-flash
      google: gemini-2.5-flash-lite gemini-2.0-flash gemini-5
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604 magistral-medium-2509 mistral-large-2411
      mistral: open-mistral-7b labs-new
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k2.7-code kimi-k2.6 kimi-k2-thinking kimi-k2-0905-preview
      moonshot: kimi-k3@anthropic-messages kimi-k4
      deepseek: deepseek-v4-pro deepseek-reasoner deepseek-chat deepseek-v4-flash deepseek-flash
      deepseek: deepseek-v4-flash@anthropic-messages
      groq: openai/gpt-oss-120b qwen/qwen3.8-27b moonshotai/kimi-k2-instruct-0905
      qwen: qwen3.8-max qwen3-max qwen3-235b-a22b-thinking-2507
      zai: glm-5.3 glm-5.4 glm-5.3@anthropic-messages glm-5.3-flash glm-4.6v glm-4.6
      openrouter: anthropic/claude-opus-4.6 google/gemini-3-pro openai/gpt-5.6-terra moonshotai/kimi-k3
      openrouter: mistralai/mistral-large-2411 nobody/new-model:free
      ollama: llama3 llama3.1:8b qwen3:32b gpt-oss:20b qwen3@openai-chat my-model
      openai-compatible: moonshotai/Kimi-K2-Thinking mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
    [
      'developer',
      `
      openai: gpt-6-astra gpt-6.1-sol gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.6-cyber gpt-5.6-cyber@openai-chat
      openai: gpt-5.5-instant gpt-5.6-terra gpt-5.6-terra@openai-chat gpt-5.5 gpt-5.5-pro gpt-5.4
      openai: gpt-5.4-mini-2026-03-17 gpt-5.2-2025-12-11 gpt-5.1 gpt-5.3-codex-spark gpt-5.2-pro gpt-5.1-codex-max
      openai: gpt-5.3-chat-latest gpt-5-2025-08-07 gpt-5-mini gpt-5-pro-2025-10-06 o3 o4-mini gpt-7
    `,
    ],
  ])('%j', holdsFor(laterSystem));
});

describe('writes call ids as the target requires (ANT-006, KIM-001, MIS-001, OAC-003)', () => {
  test.each<Row>([
    [
      'toolu_\u202624',
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-mythos-preview claude-opus-5-5 claude-opus-5 claude-sonnet-5-5
      anthropic: claude-haiku-5-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-sonnet-4-6
      anthropic: claude-opus-4-5-20251101 claude-haiku-4-5 claude-sonnet-4-5-20250929 claude-opus-4-1-20250805
      anthropic: claude-opus-4-20250514 claude-sonnet-4-20250514 claude-3-7-sonnet-latest claude-3-5-haiku-20241022
      anthropic: claude-opus-6 claude-haiku-10-1-20280101 claude-saga-7 claude-opus-4-9
      moonshot: kimi-k3@anthropic-messages
      deepseek: deepseek-v4-flash@anthropic-messages
      zai: glm-5.3@anthropic-messages
    `,
    ],
    [
      'call_\u202624',
      `
      openai: gpt-6-astra gpt-6.1-sol gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.6-cyber gpt-5.6-cyber@openai-chat
      openai: gpt-5.5-instant gpt-5.6-terra gpt-5.6-terra@openai-chat gpt-5.5 gpt-5.5-pro gpt-5.4
      openai: gpt-5.4-mini-2026-03-17 gpt-5.2-2025-12-11 gpt-5.1 gpt-5.3-codex-spark gpt-5.2-pro gpt-5.1-codex-max
      openai: gpt-5.3-chat-latest gpt-5-2025-08-07 gpt-5-mini gpt-5-pro-2025-10-06 o3 o4-mini gpt-4.1
      openai: gpt-4.1@openai-responses ft:gpt-4o-mini-2024-07-18:team::id gpt-7
      deepseek: deepseek-v4-pro deepseek-reasoner deepseek-chat deepseek-v4-flash deepseek-flash
      xai: grok-4.5 grok-4.8 grok-build-0.1 grok-4.3 grok-3-mini grok-4.7@openai-responses
      groq: openai/gpt-oss-120b qwen/qwen3.8-27b
      qwen: qwen3.8-max qwen3-max qwen3-235b-a22b-thinking-2507
      zai: glm-5.3 glm-5.4 glm-5.3-flash glm-4.6v glm-4.6
      openrouter: anthropic/claude-opus-4.6 google/gemini-3-pro openai/gpt-5.6-terra nobody/new-model:free
      ollama: qwen3@openai-chat
    `,
    ],
    [
      '',
      `
      openai: o1-mini
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash gemini-3-flash-preview
      google: gemini-3.1-flash-lite models/gemini-3-pro-preview gemini-3.1-pro gemini-2.5-pro gemini-2.5-flash
      google: gemini-2.5-flash-lite gemini-2.0-flash gemini-5
      xai: grok-4.20-multi-agent-0309
      ollama: llama3 llama3.1:8b qwen3:32b gpt-oss:20b my-model
    `,
    ],
    [
      '\u20269',
      `
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604 magistral-medium-2509 mistral-large-2411
      mistral: open-mistral-7b labs-new
      openrouter: mistralai/mistral-large-2411
      openai-compatible: mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
    [
      'functions.look:\u20261',
      `
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k2.7-code kimi-k2.6 kimi-k2-thinking kimi-k2-0905-preview kimi-k4
      groq: moonshotai/kimi-k2-instruct-0905
      openrouter: moonshotai/kimi-k3
      openai-compatible: moonshotai/Kimi-K2-Thinking
    `,
    ],
  ])('%j', holdsFor(callIds));
});

describe('sends files only if the model accepts them (OAC-013)', () => {
  test.each<Row>([
    [
      'png and pdf from the user, png and pdf from tools',
      `
      anthropic: claude-fable-5-1 claude-fable-5-2 claude-fable-5 claude-fable-5-20260601 claude-mythos-5
      anthropic: claude-mythos-5-1 claude-mythos-preview claude-opus-5-5 claude-opus-5 claude-sonnet-5-5
      anthropic: claude-haiku-5-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7 claude-opus-4-6 claude-sonnet-4-6
      anthropic: claude-opus-4-5-20251101 claude-haiku-4-5 claude-sonnet-4-5-20250929 claude-opus-4-1-20250805
      anthropic: claude-opus-4-20250514 claude-sonnet-4-20250514 claude-3-7-sonnet-latest claude-3-5-haiku-20241022
      anthropic: claude-opus-6 claude-haiku-10-1-20280101 claude-saga-7 claude-opus-4-9
      openai: gpt-6-astra gpt-6.1-sol gpt-6-sol gpt-6-luna-2026-09-22 gpt-5.5-instant gpt-5.6-terra gpt-5.5 gpt-5.5-pro
      openai: gpt-5.4 gpt-5.4-mini-2026-03-17 gpt-5.3-codex-spark gpt-5.1-codex-max gpt-5-pro-2025-10-06
      openai: gpt-4.1@openai-responses gpt-7 gpt-5.6-terra@openai-chat gpt-5.2-2025-12-11 gpt-5.1
      openai: gpt-5.3-chat-latest gpt-5-2025-08-07 gpt-5-mini o3 o4-mini gpt-4.1 ft:gpt-4o-mini-2024-07-18:team::id
      mistral: mistral-medium-3.5 mistral-large-4 mistral-medium-2604 mistral-small-latest magistral-medium-2509
      google: gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.5-flash gemini-3.9-flash gemini-3-flash-preview
      google: gemini-3.1-flash-lite models/gemini-3-pro-preview gemini-3.1-pro gemini-2.5-pro gemini-2.5-flash
      google: gemini-2.5-flash-lite gemini-2.0-flash gemini-5
      openrouter: anthropic/claude-opus-4.6 google/gemini-3-pro openai/gpt-5.6-terra
    `,
    ],
    [
      'png from the user, png from tools',
      `
      openai: gpt-5.6-cyber gpt-5.6-cyber@openai-chat gpt-5.2-pro
      moonshot: kimi-k3 kimi-k3.1-pro kimi-k2.7-code kimi-k2.6 kimi-k3@anthropic-messages
      deepseek: deepseek-flash
      xai: grok-4.5 grok-4.8 grok-4.20-multi-agent-0309 grok-build-0.1 grok-4.3 grok-4.7@openai-responses
      groq: qwen/qwen3.8-27b
      qwen: qwen3.8-max
      zai: glm-5.3-flash glm-4.6v
      openrouter: moonshotai/kimi-k3
    `,
    ],
    [
      'nothing from the user, nothing from tools',
      `
      openai: o1-mini
      mistral: mistral-large-2411 open-mistral-7b labs-new
      moonshot: kimi-k2-thinking kimi-k2-0905-preview kimi-k4 kimi-k4@anthropic-messages
      deepseek: deepseek-v4-pro deepseek-reasoner deepseek-chat deepseek-v4-flash deepseek-v4-flash@anthropic-messages
      xai: grok-3-mini
      groq: openai/gpt-oss-120b moonshotai/kimi-k2-instruct-0905
      qwen: qwen3-max qwen3-235b-a22b-thinking-2507
      zai: glm-5.3 glm-5.4 glm-5.3@anthropic-messages glm-4.6
      openrouter: mistralai/mistral-large-2411 nobody/new-model:free
      ollama: llama3 llama3.1:8b qwen3:32b gpt-oss:20b qwen3@openai-chat my-model
      openai-compatible: moonshotai/Kimi-K2-Thinking mistralai/Mistral-7B-Instruct-v0.3
    `,
    ],
  ])('%j', holdsFor(filesSent));
});

describe('models on Amazon Bedrock through Converse: sizes, tools, forced calls, files (CNV-013, CNV-018, CNV-019, CNV-020)', () => {
  test.each<readonly [maxTokens: number, calls: 'told in words' | 'taken' | 'forced', files: string, models: string]>([
    [10_000, 'forced', 'png and pdf', 'amazon.nova-pro-v1:0 us.amazon.nova-lite-v1:0'],
    [10_000, 'forced', 'nothing', 'amazon.nova-micro-v1:0'],
    [25_000, 'forced', 'png and pdf', 'us.amazon.nova-premier-v1:0'],
    [32_000, 'forced', 'png and pdf', 'global.amazon.nova-2-lite-v1:0'],
    [3072, 'told in words', 'nothing', 'amazon.titan-text-express-v1'],
    [8192, 'taken', 'png', 'us.meta.llama4-maverick-17b-instruct-v1:0 us.meta.llama4-scout-17b-instruct-v1:0'],
    [4096, 'taken', 'png', 'us.meta.llama3-2-90b-instruct-v1:0'],
    [4096, 'taken', 'nothing', 'us.meta.llama3-3-70b-instruct-v1:0 meta.llama3-1-405b-instruct-v1:0'],
    [2048, 'told in words', 'nothing', 'meta.llama3-70b-instruct-v1:0'],
    [16_384, 'taken', 'png', 'us.mistral.pixtral-large-2502-v1:0'],
    [8192, 'taken', 'nothing', 'mistral.mistral-large-2407-v1:0'],
    [4096, 'told in words', 'nothing', 'mistral.mistral-7b-instruct-v0:2 ai21.jamba-instruct-v1:0'],
    [4096, 'taken', 'nothing', 'cohere.command-r-plus-v1:0 ai21.jamba-1-5-large-v1:0'],
    [32_768, 'told in words', 'nothing', 'us.deepseek.r1-v1:0'],
    [32_768, 'taken', 'nothing', 'deepseek.v3-v1:0'],
    [16_384, 'taken', 'nothing', 'openai.gpt-oss-120b-1:0 qwen.qwen3-235b-a22b-2507-v1:0'],
  ])('%i tokens, calls %s, %s: %s', (maxTokens, calls, files, models) => {
    const rows = models.split(' ').map((model) => {
      const name = `bedrock ${model}`;
      const forced = forcedCall(name) === 'sent' ? 'forced' : 'taken';
      return [model, outputLimit(name), callIds(name) === '' ? 'told in words' : forced, filesSent(name)];
    });
    const sent = `${files} from the user, ${files} from tools`;
    expect(rows).toEqual(models.split(' ').map((model) => [model, `maxTokens ${maxTokens}`, calls, sent]));
  });
});

describe('a model in a cloud gets the same as at its own provider', () => {
  const observed = (name: string): object => ({
    limit: outputLimit(name),
    sampling: samplingSent(name),
    high: thinkingAsked(name, 'high'),
    off: thinkingAsked(name, 'off'),
    forced: forcedCall(name),
    last: lastSpeaker(name),
    ids: callIds(name),
    files: filesSent(name),
  });

  test.each([
    ['azure gpt-5.6-terra', 'openai gpt-5.6-terra'],
    ['vertex gemini-3.1-pro', 'google gemini-3.1-pro'],
    ['vertex gemini-2.5-flash', 'google gemini-2.5-flash'],
    ['vertex claude-opus-4-8', 'anthropic claude-opus-4-8'],
    ['vertex claude-haiku-4-5@20251001', 'anthropic claude-haiku-4-5'],
    ['bedrock us.anthropic.claude-opus-4-8-v1:0', 'anthropic claude-opus-4-8'],
    ['bedrock us.anthropic.claude-haiku-4-5-20251001-v1:0', 'anthropic claude-haiku-4-5'],
    ['bedrock global.anthropic.claude-opus-5-5', 'anthropic claude-opus-5-5'],
  ])('%s as %s', (cloud, home) => {
    expect(observed(cloud)).toEqual(observed(home));
  });

  test.each([
    ['azure gpt-4.1 openai-chat', 'openai gpt-4.1 openai-chat'],
    ['azure o4-mini', 'openai o4-mini'],
  ])('%s as %s, except for documents in Chat', (cloud, home) => {
    expect(observed(cloud)).toEqual({ ...observed(home), files: 'png from the user, png from tools' });
  });

  // ANT-023: on Anthropic's own servers a later system message may stay in place.
  test.each(['vertex claude-opus-4-8', 'bedrock us.anthropic.claude-opus-4-8-v1:0'])(
    '%s: except that system messages come first',
    (cloud) => {
      expect([laterSystem(cloud), laterSystem('anthropic claude-opus-4-8')]).toEqual(['user', 'system']);
    },
  );
});

describe('prices', () => {
  const priced = providers.flatMap(({ name, families = [] }) =>
    families.flatMap(({ match, traits }) =>
      traits.price === undefined ? [] : [{ model: `${name} ${match}`, ...traits.price }],
    ),
  );

  test('exist', () => {
    expect(priced.length).toBeGreaterThan(30);
  });

  test.each(priced)('$model: a real date and plausible prices', ({ asOf, input, output, ...cache }) => {
    expect(new Date(asOf).toISOString().slice(0, 10)).toBe(asOf);
    // A price that was typed with a slipped decimal point stands out by one of these.
    expect({ input: input > 0 && input <= 100, output: output >= input && output <= 600 }).toEqual({
      input: true,
      output: true,
    });
    expect(cache.cacheRead ?? 0).toBeLessThanOrEqual(input);
    expect(cache.cacheWrite ?? input).toBeGreaterThanOrEqual(input);
  });
});

describe('familyOf', () => {
  const families: readonly ModelFamily[] = [
    { match: 'grand-2[.-]1', traits: { maxOutput: 21 } },
    { match: 'grand-2|great', traits: { maxOutput: 2 } },
  ];

  test.each([
    ['grand-2.1', 21],
    ['grand-2-1-20261115', 21],
    ['Grand-2-20261115', 2],
    ['vendor/grand-2.1:free', 21],
    ['models/great', 2],
    ['not-so-great', undefined],
    ['grand-3', undefined],
    ['', undefined],
  ])('%s: uses the first row that matches the beginning', (model, maxOutput) => {
    expect(familyOf(families, model)?.traits.maxOutput).toBe(maxOutput);
  });

  test.each([
    ['anthropic/claude-opus-4.6', 'claude-opus-4.6'],
    ['~anthropic/claude-opus-latest', 'claude-opus-latest'],
    ['models/gemini-3-pro', 'gemini-3-pro'],
    ['accounts/fireworks/models/Kimi-K2', 'kimi-k2'],
    ['ft:gpt-4o:team::id', 'gpt-4o:team::id'],
    ['~latest', 'latest'],
  ])('%s has the name %s', (model, name) => {
    expect(bareName(model)).toBe(name);
  });
});
