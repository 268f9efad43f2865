/** The README's statements about APIs and models match the code. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiNames, clientSettings, type Simulator, type SimulatorSet, startAll } from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

let set: SimulatorSet;
beforeAll(async () => {
  set = await startAll();
});
afterAll(() => set.close());

/** The cells of an API's row: its name, description, base URL and models. */
function rowOf(name: string): readonly string[] {
  const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\` | `)) ?? '';
  return row.split('|').map((cell) => cell.trim());
}

const lists: Readonly<Record<string, string>> = {
  anthropic: '/v1/models',
  'glm-messages': '/v1/models',
  gemini: '/v1beta/models',
  ollama: '/api/tags',
  'vertex-gemini': '/v1/publishers/google/models',
  'vertex-claude': '/publishers/anthropic/models',
  'bedrock-claude': '/inference-profiles',
  'bedrock-converse': '/inference-profiles',
};

type Models = readonly { readonly id?: string; readonly name?: string; readonly inferenceProfileId?: string }[];
type Listed = Readonly<Partial<Record<'data' | 'models' | 'publisherModels' | 'inferenceProfileSummaries', Models>>>;

async function listModels(simulator: Simulator): Promise<readonly string[]> {
  const { baseUrl } = clientSettings(simulator);
  const response = await fetch(baseUrl + (lists[simulator.name] ?? '/models'), {
    headers: { authorization: `Bearer ${simulator.key}`, 'anthropic-version': '2023-06-01' },
  });
  const listed: Listed = JSON.parse(await response.text());
  const models = listed.data ?? listed.models ?? listed.publisherModels ?? listed.inferenceProfileSummaries ?? [];
  const ids = models.map(({ id, name, inferenceProfileId }) => id ?? name ?? inferenceProfileId ?? '');
  return ids.map((id) => id.replace(/^(?:publishers\/\w+\/)?models\//, '').replace(/:latest$/, ''));
}

test.each(apiNames)('%s: its base URL and its models', async (name) => {
  const simulator = set.of(name);
  const [, , , url = '', models = ''] = rowOf(name);
  expect(url).toContain(`\`${clientSettings(simulator).baseUrl.replace(simulator.url, 'url')}\``);
  expect(models.match(/(?<=`)[^`, ]+(?=`)/g)).toEqual(await listModels(simulator));
});
