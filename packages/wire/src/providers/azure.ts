/**
 * Azure OpenAI. The model is the name of a deployment, usually the model's name; where it differs, set `places.deployment`.
 * With an `apiVersion` requests go to the dated API, otherwise to the one without versions (AZR-005 … AZR-008).
 */
import { hostedModels, openaiModels } from '../models/openai.ts';
import { openai } from './openai.ts';
import type { PathRequest, Provider } from './provider.ts';

const address = ({ resource = '' }: PathRequest['places']): string => `https://${resource}.openai.azure.com/openai`;

export const azure: Provider<'azure'> = {
  name: 'azure',
  label: 'Azure OpenAI',
  protocols: ['openai-responses', 'openai-chat'],
  endpoints: { 'openai-responses': address, 'openai-chat': address },
  places: [
    { name: 'resource', env: ['AZURE_RESOURCE_NAME', 'AZURE_OPENAI_RESOURCE_NAME'] },
    { name: 'apiVersion', env: ['AZURE_OPENAI_API_VERSION', 'OPENAI_API_VERSION'], optional: true },
    { name: 'deployment', env: [], optional: true },
  ],
  keyEnv: ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'],
  endpointEnv: 'AZURE_OPENAI_ENDPOINT',
  needsKey: true,
  defaultModel: 'gpt-5.6-terra',
  path,
  // A JSON web token comes from Entra; anything else is a key of the resource (AZR-007).
  authenticate: (_, { key }) => {
    if (key === undefined) return {};
    return /^eyJ[\w-]+\.[\w-]+\./.test(key) ? { authorization: `Bearer ${key}` } : { 'api-key': key };
  },
  finishBody: (body, { model, places }) => {
    const { deployment = model } = places;
    return deployment === body['model'] ? body : { ...body, model: deployment };
  },
  traits: { ...openai.traits, checkedBy: 'azure', allowedTools: false },
  // AZR-013: Azure accepts PDFs on Responses only; on Chat it refuses every file. OAC-006: its Chat has refused long descriptions.
  perProtocol: {
    'openai-responses': { furtherSettings: ['verbosity', 'serviceTier', 'user'] },
    'openai-chat': { media: { user: ['image'], documents: 'file' }, maxDescription: 1024 },
  },
  families: [...openaiModels, ...hostedModels],
};

/** A base URL that ends with a version determines the API. */
function path({ path: own, protocol, model, endpoint, places }: PathRequest): string {
  const { apiVersion, deployment = model } = places;
  if (/\/v\d+$/.test(endpoint)) return own;
  if (apiVersion === undefined || apiVersion === 'v1') return `/v1${own}`;
  const query = `?api-version=${encodeURIComponent(apiVersion)}`;
  return protocol === 'openai-chat' ? `/deployments/${encodeURIComponent(deployment)}${own}${query}` : own + query;
}
