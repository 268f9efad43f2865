/** Gemini on Vertex: the paths of a project, an access token, and its own wording (VTX-001 … VTX-004). */
import type { Api, ApiRequest, Violation } from '../api/api.ts';
import type { World } from '../api/world.ts';
import { createGeminiApi } from '../gemini/index.ts';
import { type GeminiModel, models } from '../gemini/models.ts';
import { type Route, routeOf } from '../gemini/route.ts';
import { vertexRules } from '../gemini/rules.ts';
import { checkToken, identify } from './access.ts';
import { fail } from './failures.ts';

const root = /^\/v1(?:beta1)?\/(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/google\/models(.*)$/;

const hosted: readonly GeminiModel[] = models
  .filter(({ route }) => route === 'developer')
  .map((model) => ({ ...model, route: 'vertex' }));

export function createVertexGemini(): Api {
  return {
    ...createGeminiApi({
      name: 'vertex-gemini',
      rules: vertexRules,
      models: hosted,
      pass,
      unknownModel: ({ model }, request) => notFound(request, `publishers/google/models/${model}`),
      fail,
    }),
    identify,
  };
}

function pass(request: ApiRequest, world: World): Route | Violation {
  const route = routeOf(request, root);
  if (!route || request.method !== route.method) {
    return { rule: 'gate-route', status: 404, message: 'Not Found', path: '' };
  }
  return checkToken(request, world) ?? route;
}

/** VTX-001. */
export function notFound({ path }: ApiRequest, name: string): Violation {
  const where = /projects\/[^/]+\/locations\/[^/]+/.exec(path)?.[0] ?? 'projects/express/locations/global';
  const message = `Publisher Model \`${where}/${name}\` was not found or your project does not have access to it. Please ensure you are using a valid model version. For more information, see: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/model-versions`;
  return { rule: 'VTX-001', status: 404, message, path: '' };
}
