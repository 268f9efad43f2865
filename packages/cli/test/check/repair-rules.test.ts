import { protocolNames, protocolOf, resolveTarget } from '@interlock/wire';
import { expect, test } from 'vitest';
import { idFormOf } from '../../src/check/check-history.ts';
import { providerNames, withPlaceholders } from '../../src/target/provider-names.ts';

test.each(protocolNames)('every rule that a repair names exists in %s', (protocol) => {
  const { repairs, rules } = protocolOf(protocol);
  const known = rules.map(({ id }) => id);
  expect(Object.values(repairs).filter((rule) => !known.includes(rule))).toEqual([]);
});

test.each(providerNames)('the id rule of %s exists in its protocol', (provider) => {
  const destination = resolveTarget(withPlaceholders({ provider }));
  const known = protocolOf(destination.protocol).rules.map(({ id }) => id);
  const form = idFormOf(destination);
  if (form === undefined) expect(destination.traits.toolIds).toBe('none');
  else expect(known).toContain(form.rule);
});
