/** Google's Gemini API. An unknown model is assumed to be newer than 2.5 (GEM-010, GEM-030, GEM-031). */
import { googleModels } from '../models/google.ts';
import type { Provider } from './provider.ts';

export const google: Provider<'google'> = {
  name: 'google',
  label: 'Google Gemini',
  protocols: ['gemini'],
  endpoints: { gemini: 'https://generativelanguage.googleapis.com/v1beta' },
  keyEnv: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  endpointEnv: 'GOOGLE_GEMINI_BASE_URL',
  needsKey: true,
  defaultModel: 'gemini-3.1-pro-preview',
  traits: {
    checkedBy: 'google',
    webSearch: true,
    furtherSettings: ['topK', 'seed', 'serviceTier'], // GEM-038
    media: { user: ['image', 'pdf', 'audio', 'video', 'text'] },
    thinking: {
      demanded: 'calls',
      control: 'gemini-level',
      efforts: ['low', 'high'],
      byDefault: true,
      canDisable: false,
    },
  },
  families: googleModels,
};
