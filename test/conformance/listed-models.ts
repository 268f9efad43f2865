/** The models that a simulator lists, requested where and how its provider lists them. */
import type { Simulator } from '@interlock/simulators';

/** A provider, and which of its simulators to ask. */
export interface Listing {
  readonly provider: string;
  readonly simulator: string;
  /** The path before those of the protocol. */
  readonly root: string;
}

/** Paths of providers that do not list their models at `/models`. */
const paths: Readonly<Record<string, string>> = {
  ollama: '/api/tags',
  'azure-chat': '/openai/models?api-version=2024-10-21',
  'azure-responses': '/openai/models?api-version=2025-03-01-preview',
  'vertex-gemini': '/v1/publishers/google/models',
  'vertex-claude': '/v1/publishers/anthropic/models',
  'bedrock-claude': '/inference-profiles',
  'bedrock-converse': '/inference-profiles',
};

export async function listModels(listing: Listing, { url, key }: Simulator): Promise<readonly string[]> {
  const path = paths[listing.simulator] ?? `${listing.root}/models`;
  const reply = await fetch(url + path, { headers: credentials(listing, key) });
  if (!reply.ok) throw new Error(`${listing.simulator} lists no models: ${reply.status} ${await reply.text()}`);
  const { data, models, publisherModels, inferenceProfileSummaries } = (await reply.json()) as Lists;
  const listed = data ?? models ?? publisherModels ?? inferenceProfileSummaries ?? [];
  return listed.map(({ id, name, inferenceProfileId }) =>
    (inferenceProfileId ?? id ?? name ?? '').replace(/^models\/|^publishers\/\w+\/models\/|:latest$/g, ''),
  );
}

/** Each provider reads its own header and ignores the others; Azure and Vertex would take a wrong one for the key. */
function credentials({ provider }: Listing, key: string): Readonly<Record<string, string>> {
  if (provider === 'azure') return { 'api-key': key };
  if (provider === 'vertex' || provider === 'bedrock') return { authorization: `Bearer ${key}` };
  return {
    authorization: `Bearer ${key}`,
    'x-api-key': key,
    'x-goog-api-key': key,
    'anthropic-version': '2023-06-01',
  };
}

interface Lists {
  readonly data?: readonly Listed[];
  readonly models?: readonly Listed[];
  readonly publisherModels?: readonly Listed[];
  readonly inferenceProfileSummaries?: readonly Listed[];
}

interface Listed {
  readonly id?: string;
  readonly name?: string;
  readonly inferenceProfileId?: string;
}
