/** The providers of a command if none is named: all with a default model and URL. */
import { providers, resolveProvider, type Target } from '@interlock/wire';

export const providerNames: readonly string[] = providers
  .filter(({ defaultModel, endpoints }) => defaultModel !== undefined && Object.keys(endpoints).length > 0)
  .map(({ name }) => name);

/** Nothing is sent, so the name of a resource, project or region does not matter: a placeholder is used. */
export function anywhere(target: Target): Target {
  const { places: known = [] } = resolveProvider(target).provider;
  const needed = known.filter(({ optional, default: usual }) => optional !== true && usual === undefined);
  if (needed.length === 0) return target;
  return { ...target, places: { ...Object.fromEntries(needed.map(({ name }) => [name, name])), ...target.places } };
}
