/** The providers a command means when none is named: all that have a model and an address of their own. */
import { providers } from '@interlock/wire';

export const providerNames: readonly string[] = providers
  .filter(({ defaultModel, endpoints }) => defaultModel !== undefined && Object.keys(endpoints).length > 0)
  .map(({ name }) => name);
