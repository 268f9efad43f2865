import { resolveTarget } from '@interlock/wire';
import { expect, test } from 'vitest';
import { providerNames } from '../src/provider-names.ts';

test('the list is the one wire knows, but for the provider that has no address of its own', () => {
  expect(() => resolveTarget({ provider: 'no such provider anywhere' })).toThrow(
    expect.objectContaining({ fix: `Use ${[...providerNames, 'openai-compatible'].join(', ')}.` }),
  );
});

test.each(providerNames)('%s has a default model', (provider) => {
  expect(resolveTarget({ provider }).model).toMatch(/./);
});
