/** Prompts and resources, with a real server. */
import { expect, test } from 'vitest';
import { listPrompts, promptText } from '../../src/mcp/server-prompts.ts';
import { demo, meet } from './meet-servers.ts';

const { signal } = new AbortController();

test('lists prompts with their arguments and fills them in; reads resources; reports a refusal as a sentence', async () => {
  const { servers, notices } = await meet({ demo, off: { ...demo, disabled: true } });
  const named = [
    { name: 'file', isRequired: true },
    { name: 'focus', isRequired: false },
  ];
  expect(servers.prompts()).toEqual([
    { server: 'demo', name: 'review it', description: 'Reviews a file', arguments: named },
  ]);
  expect(await servers.prompt('demo', 'review it', { file: 'a.ts' }, signal)).toBe('Review a.ts with care.');
  expect(await servers.resource('demo', 'note://a/b', signal)).toEqual({ text: '[resource note://a/b]\nthe note' });
  await expect(servers.resource('demo', 'note://x', signal)).rejects.toThrow(
    /^The MCP server "demo" did not answer: .*no resource note:\/\/x/,
  );
  expect(() => servers.prompt('nobody', 'x', {}, signal)).toThrow('There is no MCP server "nobody".');
  expect(notices).toEqual([]);
});

test.each([
  ['no list', {}, []],
  ['no names', { prompts: [null, {}, { name: '' }, { name: 'x'.repeat(500) }, { name: 7 }] }, []],
  ['a name twice', { prompts: [{ name: 'a', title: 'A' }, { name: 'a' }] }, ['a']],
  ['too many entries', { prompts: Array.from({ length: 999 }, (_, at) => ({ name: `p${at}` })) }, 200],
  ['endless pages', { prompts: [{ name: 'a' }], nextCursor: 'again' }, ['a']],
])('a list with %s', async (_, page, expected) => {
  const prompts = await listPrompts(async () => page);
  expect(typeof expected === 'number' ? prompts.length : prompts.map(({ name }) => name)).toEqual(expected);
});

test('names content that is not text', () => {
  const messages = [
    { role: 'user', content: { type: 'text', text: 'Look.' } },
    { role: 'user', content: { type: 'image', data: 'AA' } },
    { role: 'user', content: { type: 'resource', resource: { uri: 'a:b', text: 'inside' } } },
    7,
  ];
  expect(promptText({ messages })).toBe('Look.\n\n[image is not shown]\n\ninside');
  expect(promptText(undefined)).toBe('');
});
