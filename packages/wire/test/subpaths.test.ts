/** The subpaths of the package have the same protocols and rules as the whole package. */
import { expect, test } from 'vitest';
import { importRequest, protocols, resolveProvider } from '../src/index.ts';
import { checkBody, protocolRules } from '../src/rules.ts';
import { detectProtocol, importRequest as importOnServer, serverProtocols } from '../src/server.ts';

test('both include every protocol with its rules', () => {
  expect(serverProtocols.map(({ name }) => name)).toEqual(protocols.map(({ name }) => name));
  const whole = Object.fromEntries(protocols.map(({ name, rules, traits, list }) => [name, { rules, traits, list }]));
  expect(protocolRules).toEqual(whole);
});

test('checks a body without loading anything that sends', () => {
  const messages = [{ role: 'tool', tool_call_id: 'call_1', content: 'done' }];
  expect(checkBody('openai-chat', { model: 'gpt-5.2', messages }).map(({ rule, path }) => [rule, path])).toEqual([
    ['OAC-002', 'messages.0.tool_call_id'],
    ['GLM-001', 'messages.0'],
  ]);
  expect(checkBody('openai-chat', { model: 'gpt-5.2', messages: [{ role: 'user', content: 'hi' }] })).toEqual([]);
});

test('recognizes and reads a request like the whole package', () => {
  const body = {
    model: 'claude-opus-5',
    max_tokens: 10,
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'hi' }],
  };
  const server = detectProtocol(body, serverProtocols);
  expect(server?.name).toBe('anthropic-messages');
  if (server === undefined) return;
  expect(importOnServer(server, body)).toEqual(importRequest('anthropic-messages', body));
});

test('a target has the client half of its protocol, and the server half of the same name reads its requests', () => {
  const { protocol } = resolveProvider({ provider: 'anthropic' });
  const body = { model: 'claude-opus-5', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] };
  expect('decodeRequest' in protocol).toBe(false);
  expect(importRequest(protocol, body)).toEqual(importRequest('anthropic-messages', body));
  expect(() => importRequest({ ...protocol, name: 'acme' }, body)).toThrow('Unknown protocol "acme".');
});
