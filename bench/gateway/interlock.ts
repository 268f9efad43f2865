/** Our gateway as `interlock serve` runs it, with repair and verification, and its log written to nowhere. */
import { createGateway } from '@interlock/gateway';

const [port, upstream] = process.argv.slice(2).map(Number);
await createGateway({
  port: port ?? 0,
  environment: {},
  models: {
    find: (model) => ({
      provider: 'openai',
      protocol: 'openai-chat',
      model,
      endpoint: `http://127.0.0.1:${upstream}/v1`,
      credentials: [{ key: 'key' }],
    }),
    list: () => ['gpt-4.1'],
  },
  log: { write: () => {} },
});
process.send?.('ready');
