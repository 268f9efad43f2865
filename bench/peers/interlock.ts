/** Interlock, with everything on: repair, verification, id projection, and the checks of the API's rules. */
import { prepareRequest, type Target } from '@interlock/wire';
import { type Api, models, type Peer } from './peer.ts';

export const targets: Readonly<Record<Api, Target>> = {
  anthropic: { provider: 'anthropic', model: models.anthropic },
  'openai-chat': { provider: 'openai', model: models['openai-chat'], protocol: 'openai-chat' },
};

export const interlock: Peer = {
  name: 'Interlock',
  hold: (contents, api) => {
    const target = targets[api];
    return () => prepareRequest({ contents, target }).bytes();
  },
};
