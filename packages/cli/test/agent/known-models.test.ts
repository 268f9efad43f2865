/** Every model that is offered by name has known facts. */
import { knownModels, knownModelsOf, providers } from '@interlock/wire';
import { describe, expect, test } from 'vitest';
import { modelFacts } from '../../src/agent/model-facts.ts';
import { preferredProviders } from '../../src/agent/preferred-providers.ts';

describe('known models', () => {
  const all = Object.entries(knownModels).flatMap(([provider, models]) =>
    models.map((model) => [provider, model] as const),
  );
  test.each(all)('%s/%s is described', (provider, model) => {
    const { families = [] } = providers.find(({ name }) => name === provider) ?? {};
    const bare = model.split('/').at(-1)?.toLowerCase() ?? '';
    expect(families.some(({ match }) => new RegExp(`^(?:${match})`).test(bare))).toBe(true);
    expect(modelFacts({ provider, model })).toMatchObject({
      window: expect.any(Number),
      maxOutput: expect.any(Number),
    });
  });

  test('the default model of every provider comes first, and every provider has a rank', () => {
    const keyed = providers.filter(({ needsKey }) => needsKey);
    expect(keyed.map(({ name, defaultModel }) => [name, defaultModel])).toEqual(
      keyed.map(({ name }) => [name, knownModelsOf(name)[0]]),
    );
    expect(preferredProviders.toSorted()).toEqual(keyed.map(({ name }) => name).toSorted());
  });

  test('no name occurs twice', () => {
    for (const models of Object.values(knownModels)) expect(new Set(models).size).toBe(models.length);
  });
});
