/** Tool descriptions that are too long for a target: the tool has the beginning, the system text has all of it. */
import { expect, test } from 'vitest';
import { prepareRequest, type Tool } from '../../src/index.ts';

const long = `Runs a command. ${'Quote every path. '.repeat(100)}Never use sudo.`;
const tools: readonly Tool[] = [
  { name: 'run', description: long, parameters: { type: 'object', properties: {} } },
  { name: 'read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } },
];
const contents = [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hi' }] }] as const;

function prepared(target: Parameters<typeof prepareRequest>[0]['target']): { descriptions: unknown; system: string } {
  const { body, diagnostics } = prepareRequest({ contents, tools, target, system: 'Be brief.' });
  expect(diagnostics.faults).toEqual([]);
  const declared = (body['tools'] ?? []) as readonly { readonly function: { readonly description: string } }[];
  const [first] = body['messages'] as readonly { readonly content: string }[];
  return { descriptions: declared.map((tool) => tool.function.description), system: first?.content ?? '' };
}

const places = { resource: 'acme', apiVersion: '2024-10-21' };

test('OAC-006 at Azure: truncated in the tool, complete in the system text', () => {
  const { descriptions, system } = prepared({ provider: 'azure', model: 'gpt-4.1', protocol: 'openai-chat', places });
  expect(descriptions).toEqual([`${long.slice(0, 1023)}…`, 'Reads a file.']);
  expect(system).toBe(`Be brief.\n\nThe whole description of the tool run:\n${long}`);
});

test('without a limit nothing is truncated or repeated', () => {
  const { descriptions, system } = prepared({ provider: 'openai', model: 'gpt-4.1', protocol: 'openai-chat' });
  expect(descriptions).toEqual([long, 'Reads a file.']);
  expect(system).toBe('Be brief.');
});
