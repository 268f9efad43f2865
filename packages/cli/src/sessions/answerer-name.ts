/** The model that wrote an answer, by the name in the configuration, else by provider and model. */
import type { Content } from '@interlock/transcript';

export function answererName({ metadata }: Content): string | undefined {
  const { provider, model, target } = metadata ?? {};
  if (typeof target === 'string') return target;
  return provider === undefined ? undefined : [provider, model].filter(Boolean).join('/');
}
