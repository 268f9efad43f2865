/** The meaning of the vendors' own variables. */
import { expect, test } from 'vitest';
import { environmentEndpoint } from '../../src/target/environment-target.ts';
import { knownProvider, resolveProvider } from '../../src/target/resolve-target.ts';

const rows: readonly (readonly [string, string, string | undefined])[] = [
  ['openai', '', undefined],
  ['openai', '  ', undefined],
  ['openai', 'https://gateway.example/v1', 'https://gateway.example/v1'],
  ['openai', 'https://gateway.example/v1/', 'https://gateway.example/v1'],
  ['openai', 'https://gateway.example', 'https://gateway.example/v1'],
  ['openai', 'https://gateway.example/team/openai', 'https://gateway.example/team/openai'],
  ['anthropic', 'https://gateway.example', 'https://gateway.example/v1'],
  ['anthropic', 'https://gateway.example/anthropic', 'https://gateway.example/anthropic/v1'],
  ['anthropic', 'https://gateway.example/anthropic/v1', 'https://gateway.example/anthropic/v1'],
  ['google', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000/v1beta'],
  ['ollama', 'http://10.0.0.5:11434', 'http://10.0.0.5:11434'],
  ['ollama', '10.0.0.5', 'http://10.0.0.5:11434'],
  ['ollama', '0.0.0.0:8080', 'http://127.0.0.1:8080'],
  ['openai', 'https://user:secret@gateway.example/v1', 'https://user:secret@gateway.example/v1'],
  ['openai', 'ftp://gateway.example', 'ftp://gateway.example/v1'],
  ['openai', 'http://[', 'http://['],
];

test.each(rows)('%s with "%s" is at %s', (name, value, endpoint) => {
  const provider = knownProvider(name);
  if (provider?.endpointEnv === undefined) throw new Error(`${name} has no such variable`);
  const { protocol } = resolveProvider({ provider, model: 'any', protocol: provider.protocols[0] });
  expect(environmentEndpoint(provider, protocol, { [provider.endpointEnv]: value })).toBe(endpoint);
});
