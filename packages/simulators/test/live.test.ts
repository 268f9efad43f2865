/** What live APIs accepted is accepted here, and what they refused is refused by the rule that the recording names (`fixtures/live`). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { World } from '../src/api/world.ts';
import { type ApiName, createApi } from '../src/index.ts';
import { encrypt } from '../src/responses/encrypted-reasoning.ts';
import { findModel } from '../src/responses/models.ts';
import { findingsOf, type Sent, send, worldOf } from './send.ts';

interface Row {
  readonly rule: string;
  readonly about: string;
  readonly provider: string;
  readonly model: string;
  readonly protocol: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly verdict: 'accepted' | 'refused';
  readonly says?: string;
}

const folder = new URL('../../../fixtures/live/', import.meta.url);
const rows: readonly Row[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));

/** Servers we do not simulate: the most similar one of ours, and its model. */
const likeVllm = ['huggingface', 'venice', 'doubleword', 'llama.cpp', 'gpustack'];

function simulatorOf({ provider, protocol }: Row): ApiName {
  if (likeVllm.includes(provider)) return 'vllm';
  if (provider === 'openai') return protocol === 'openai-responses' ? 'openai-responses' : 'openai-chat';
  // DeepSeek's Responses API is a variant of OpenAI's.
  if (provider === 'deepseek' && protocol === 'openai-responses') return 'openai-responses';
  const named: Readonly<Record<string, ApiName>> = {
    google: 'gemini',
    zai: 'glm',
    azure: protocol === 'openai-responses' ? 'azure-responses' : 'azure-chat',
    vertex: protocol === 'gemini' ? 'vertex-gemini' : 'vertex-claude',
    bedrock: protocol === 'bedrock-converse' ? 'bedrock-converse' : 'bedrock-claude',
  };
  return named[provider] ?? (provider as ApiName);
}

const paths: Readonly<Partial<Record<ApiName, string>>> = {
  anthropic: '/v1/messages',
  'openai-responses': '/v1/responses',
  deepseek: '/chat/completions',
  groq: '/openai/v1/chat/completions',
  qwen: '/compatible-mode/v1/chat/completions',
  glm: '/api/paas/v4/chat/completions',
  openrouter: '/api/v1/chat/completions',
};

/** GEM-011. */
const sentinel = Buffer.from('skip_thought_signature_validator').toString('base64');

/** Signatures and encrypted reasoning in the rows are invented: they are replaced with what the server itself would have issued. */
function withTokens({ request, model }: Row, world: World): Row['request'] {
  const text = JSON.stringify(request);
  const known = findModel(model);
  const item = /"id":"([^"]+)"/.exec(/\{"type":"reasoning"[^}]*\}/.exec(text)?.[0] ?? '')?.[1] ?? 'rs_1';
  const token = known ? encrypt('Hm.', item, known, world) : '';
  return JSON.parse(text.replaceAll('c2lnbmF0dXJl', sentinel).replaceAll('gAAAAABo', token));
}

function sentOf(row: Row, world: World): Sent {
  const name = simulatorOf(row);
  const request = withTokens(row, world);
  const { model: _, stream, ...body } = request;
  const model = name === 'vllm' ? 'meta-llama/Llama-3.3-70B-Instruct' : row.model;
  const headers = {
    authorization: 'Bearer key',
    'anthropic-version': '2023-06-01',
    // ANT-025 was recorded with it; elsewhere it changes nothing.
    'anthropic-beta': 'mid-conversation-tool-changes-2026-07-01',
  };
  switch (name) {
    case 'gemini':
      return { path: `/v1beta/models/${model}:generateContent`, body, headers };
    case 'vertex-gemini':
      return {
        path: `/v1/projects/p/locations/global/publishers/google/models/${model}:generateContent`,
        body,
        headers,
      };
    case 'azure-chat':
      return { path: `/openai/deployments/${model}/chat/completions?api-version=2024-06-01`, body, headers };
    case 'bedrock-claude':
      return { path: `/model/us.anthropic.${model}-v1%3A0/invoke`, body, headers };
    case 'bedrock-converse':
      return { path: `/model/${encodeURIComponent(model)}/converse`, body, headers };
    default: {
      const streamed = stream === undefined ? {} : { stream };
      return { path: paths[name] ?? '/v1/chat/completions', body: { ...body, model, ...streamed }, headers };
    }
  }
}

describe.each(rows)('$rule $verdict by $provider $model: $about', (row) => {
  test(`${row.rule} is ${row.verdict}`, () => {
    const world = worldOf();
    const outcome = send(createApi(simulatorOf(row)), sentOf(row, world), world);
    if (row.verdict === 'accepted') {
      expect(outcome.kind === 'refused' ? outcome.violation : outcome.kind).toBe('asked');
      return;
    }
    expect(findingsOf(outcome).map(({ rule }) => rule)).toEqual([row.rule]);
    const told = outcome.kind === 'refused' ? String(outcome.response.body).replaceAll('\\"', '"') : '';
    expect(told).toContain(row.says ?? '');
  });
});

test('has both verdicts', () => {
  expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(['accepted', 'refused']));
});
