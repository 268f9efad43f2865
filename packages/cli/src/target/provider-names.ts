/** The providers a command means when none is named: all that have a model and an address of their own. */
import { providers, resolveProvider, type Target } from '@interlock/wire';

export const providerNames: readonly string[] = providers
  .filter(({ defaultModel, endpoints }) => defaultModel !== undefined && Object.keys(endpoints).length > 0)
  .map(({ name }) => name);

/** Where nothing is sent, the name of a resource, a project or a region does not matter: a placeholder is used. */
export function anywhere(target: Target): Target {
  const { places: known = [] } = resolveProvider(target).provider;
  const needed = known.filter(({ optional, default: usual }) => optional !== true && usual === undefined);
  if (needed.length === 0) return target;
  return { ...target, places: { ...Object.fromEntries(needed.map(({ name }) => [name, name])), ...target.places } };
}
