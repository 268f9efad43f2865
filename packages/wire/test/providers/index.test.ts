/** The list of providers is complete, and every entry can be used. */
import { readdirSync } from 'node:fs';
import { providerName } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { familyOf } from '../../src/models/model-family.ts';
import { protocolNames } from '../../src/protocols/index.ts';
import { providers } from '../../src/providers/index.ts';

test('lists every file under its own name', () => {
  const folder = new URL('../../src/providers/', import.meta.url);
  const others = ['address-place.ts', 'auth', 'define-provider.ts', 'index.ts', 'known.ts', 'provider.ts'];
  const files = readdirSync(folder).filter((file) => !others.includes(file));
  expect(providers.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
});

/** Any parts of an address. */
const anywhere = new Proxy({}, { get: () => 'x' });

describe.each(providers)('$name', (provider) => {
  const { name, protocols, endpoints, keyEnv, needsKey, defaultModel, families } = provider;
  const names = protocols.map((protocol) => (typeof protocol === 'string' ? protocol : protocol.name));

  test('is found by its own name: no alias points elsewhere', () => {
    expect(providerName(name)).toBe(name);
  });

  test('lists known protocols, none twice', () => {
    expect(names.filter((protocol) => !protocolNames.some((known) => known === protocol))).toEqual([]);
    expect(new Set(protocols).size).toBe(protocols.length);
  });

  test('has a URL for each of them, or none at all, without a trailing slash', () => {
    const expected = name === 'openai-compatible' ? [] : [...names].sort();
    expect(Object.keys(endpoints).sort()).toEqual(expected);
    for (const given of Object.values(endpoints)) {
      const endpoint = typeof given === 'string' ? given : given(anywhere);
      const { origin, pathname } = new URL(endpoint);
      expect(endpoint).toBe(pathname === '/' ? origin : origin + pathname);
    }
  });

  test('names the variable of its key, if it needs one', () => {
    expect(keyEnv.filter((variable) => !/^[A-Z][A-Z0-9_]*(API_KEY|TOKEN|TOKEN_BEDROCK)$/.test(variable))).toEqual([]);
    expect(keyEnv.length > 0 || !needsKey).toBe(true);
  });

  test('knows its default model', () => {
    expect(defaultModel === undefined || familyOf(families, defaultModel) !== undefined).toBe(true);
  });

  test('no model row is hidden by an earlier equal one', () => {
    const matches = families.map(({ match }) => match);
    expect(new Set(matches).size).toBe(matches.length);
  });

  test('uses a protocol only for models it can reach', () => {
    const elsewhere = families.filter(({ protocol }) => protocol !== undefined && !names.includes(protocol));
    expect(elsewhere).toEqual([]);
  });

  test('has limits that fit the window', () => {
    for (const { match, traits } of families) {
      expect([match, (traits.maxOutput ?? 0) <= (traits.contextWindow ?? Number.POSITIVE_INFINITY)]).toEqual([
        match,
        true,
      ]);
    }
  });
});
