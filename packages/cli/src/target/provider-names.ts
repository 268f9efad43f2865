/** The providers that a command uses if none is named: all with a default model and a URL. */
import { providers, resolveProvider, type Target } from '@interlock/wire';

export const providerNames: readonly string[] = providers
  .filter(({ defaultModel, endpoints }) => defaultModel !== undefined && Object.keys(endpoints).length > 0)
  .map(({ name }) => name);

/** Fills in placeholders for the names of a resource, project or region, which do not matter because nothing is sent. */
export function withPlaceholders(target: Target): Target {
  const { places: known = [] } = resolveProvider(target).provider;
  const needed = known.filter(({ optional, default: defaultValue }) => optional !== true && defaultValue === undefined);
  if (needed.length === 0) return target;
  return { ...target, places: { ...Object.fromEntries(needed.map(({ name }) => [name, name])), ...target.places } };
}
