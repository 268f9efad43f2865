import { providers, resolveTarget } from '@interlock/wire';
import { expect, test } from 'vitest';
import { providerNames, withPlaceholders } from '../src/target/provider-names.ts';

test('equals wire’s list, except for the provider without its own URL', () => {
  expect(providers.map(({ name }) => name).filter((name) => !providerNames.includes(name))).toEqual([
    'openai-compatible',
  ]);
  expect(() => resolveTarget({ provider: 'no such provider anywhere' })).toThrow(
    expect.objectContaining({ fix: `Use ${providers.map(({ name }) => name).join(', ')}.` }),
  );
});

test.each(providerNames)('%s has a default model', (provider) => {
  expect(resolveTarget(withPlaceholders({ provider })).model).toMatch(/./);
});
