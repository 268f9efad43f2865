/** A gateway in a separate process, which a test can kill. It is given everything as JSON, and tells its address. */
import { createGateway } from '../src/index.ts';
import type { InstanceOptions } from './start-instance.ts';

const { models, ...options }: InstanceOptions = JSON.parse(process.argv[2] ?? '{}');
const gateway = await createGateway({
  ...options,
  environment: {},
  models: {
    find: (name) => (Object.hasOwn(models, name) ? models[name] : undefined),
    list: () => Object.keys(models),
  },
});
process.send?.(gateway.url);
