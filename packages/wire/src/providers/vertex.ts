/** Google Vertex: Gemini and Claude in a Google Cloud project (VTX-001 … VTX-012). */

import { claudeElsewhere } from '../models/claude-elsewhere.ts';
import { googleModels } from '../models/google.ts';
import { bringGoogleToken } from './auth/google-token.ts';
import { google } from './google.ts';
import type { PathRequest, Provider } from './provider.ts';

/** `global` is not a region, and its host has none. */
const address = ({ location = '' }: PathRequest['places']): string =>
  `https://${location === 'global' ? '' : `${location}-`}aiplatform.googleapis.com/v1`;

export const vertex: Provider<'vertex'> = {
  name: 'vertex',
  label: 'Google Vertex AI',
  protocols: ['gemini', 'anthropic-messages'],
  endpoints: { gemini: address, 'anthropic-messages': address },
  places: [
    { name: 'project', env: ['GOOGLE_CLOUD_PROJECT', 'ANTHROPIC_VERTEX_PROJECT_ID', 'GCLOUD_PROJECT'], inPath: true },
    { name: 'location', env: ['GOOGLE_CLOUD_LOCATION', 'CLOUD_ML_REGION'], default: 'global', inPath: true },
  ],
  keyEnv: ['GOOGLE_VERTEX_ACCESS_TOKEN'],
  endpointEnv: 'GOOGLE_VERTEX_BASE_URL',
  needsKey: false,
  ambient: 'the application default credentials of Google Cloud',
  defaultModel: 'gemini-3.1-pro-preview',
  path,
  authenticate: bringGoogleToken,
  // VTX-016
  betas: [
    ...['interleaved-thinking-2025-05-14', 'context-management-2025-06-27', 'compact-2026-01-12'],
    ...['context-1m-2025-08-07', 'computer-use-2025-01-24', 'computer-use-2025-11-24', 'web-search-2025-03-05'],
    'thinking-binding-controls-2026-08-01',
  ],
  // VTX-006, VTX-007: the version is in the body, the model in the path.
  finishBody: (body, { protocol }) => {
    if (protocol !== 'anthropic-messages') return body;
    const { model: _, ...rest } = body;
    return { anthropic_version: 'vertex-2023-10-16', ...rest };
  },
  traits: {},
  perProtocol: {
    // GEM-026: the answer does not contain the search query, so there would be nothing to keep.
    gemini: { ...google.traits, checkedBy: 'vertex', webSearch: false },
    'anthropic-messages': { checkedBy: 'vertex', media: { urls: false }, thinking: { control: 'none' } },
  },
  // Claude has its own name here, with the version after an @ (VTX-009).
  families: [...claudeElsewhere(''), ...googleModels],
};

function path({ protocol, model, stream, path: own, places }: PathRequest): string {
  const { project = '', location = '' } = places;
  const below = `/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}/publishers`;
  if (protocol !== 'anthropic-messages') return `${below}/google${own}`;
  // An @ needs no escape in a path, and examples have none.
  const name = encodeURIComponent(model).replaceAll('%40', '@');
  return `${below}/anthropic/models/${name}:${stream ? 'streamRawPredict' : 'rawPredict'}`;
}
