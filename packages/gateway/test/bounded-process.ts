/** The gateway of `memory-bound.test.ts`, alone in a process with a small heap. Its models and tokens come as JSON; it tells its address. */
import { createGateway, type GatewayOptions } from '../src/index.ts';

const { endpoint, ...options }: Partial<GatewayOptions> & { endpoint: string } = JSON.parse(process.argv[2] ?? '{}');
const gateway = await createGateway({
  environment: {},
  models: { find: () => ({ provider: 'openai-compatible', model: 'm', endpoint }), list: () => ['m'] },
  ...options,
});
process.send?.(gateway.url);
