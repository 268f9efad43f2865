/** Web searches that the provider runs: requested where it supports them, shown and kept as calls with results, and readable after a switch. */
import type { Model } from '@interlock/simulators';
import type { Content } from '@interlock/transcript';
import { createTransport, type Transport } from '@interlock/wire';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Agents, endOf, type Family, openAgents, play } from '../agents.ts';

const model: Model = ({ turns }) => {
  const asked = turns.findLast(({ role, text }) => role === 'user' && text !== '')?.text ?? '';
  return asked.startsWith('search')
    ? { parts: [{ call: 'web_search', args: { query: 'interlocking frames' } }, { say: 'Found it.' }], stop: 'end' }
    : { parts: [{ say: 'Fine.' }], stop: 'end' };
};

let agents: Agents | undefined;
const inner = createTransport({ proxy: 'none' });
const sent: unknown[] = [];
const transport: Transport = {
  access: inner.access,
  send: (request, options) => {
    const { body } = request;
    const pieces = typeof body === 'string' ? [Buffer.from(body)] : body instanceof Uint8Array ? [body] : body;
    sent.push(JSON.parse(Buffer.concat(pieces).toString()));
    return inner.send(request, options);
  },
  close: () => inner.close(),
};
afterEach(() => agents?.close());
afterAll(() => inner.close());

/** All values under this key in the last request, at any depth. */
function under(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...under(inner, key)]);
}

function searchIn(contents: readonly Content[]): readonly unknown[] {
  return contents
    .flatMap(({ speaker, blocks }) => blocks.map((block) => ({ speaker, ...block })))
    .filter(({ type }) => type === 'tool_call' || type === 'tool_response');
}

test.each<[family: Family, tool: object, name: string, args: object, result: object, type: string]>([
  [
    'anthropic',
    { type: 'web_search_20250305', name: 'web_search' },
    'web_search',
    { query: 'interlocking frames' },
    [{ type: 'web_search_result', url: 'https://example.com/', title: 'interlocking frames', page_age: null }],
    'web_search_tool_result',
  ],
  [
    'openai-responses',
    { type: 'web_search' },
    'web_search',
    { type: 'search', query: 'interlocking frames', queries: ['interlocking frames'] },
    [{ type: 'url', url: 'https://example.com/' }],
    'web_search_call',
  ],
  [
    'gemini',
    { googleSearch: {} },
    'GOOGLE_SEARCH_WEB',
    { queries: ['interlocking frames'] },
    { search_suggestions: '<div>interlocking frames</div>' },
    'GOOGLE_SEARCH_WEB',
  ],
])(
  '%s: native there, text elsewhere, native again after switching back',
  async (family, tool, name, args, result, type) => {
    agents = await openAgents({ model, only: [family, 'mistral'] });
    const session = await agents.open({ route: agents.target(family), settings: { webSearch: true }, transport });
    const events = await play(session, 'search for it');
    expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'Found it.' });
    expect(under(sent.at(-1), 'tools')).toEqual([expect.arrayContaining([tool])]);
    expect(events.filter((event) => event.type.startsWith('tool-'))).toMatchObject([
      { type: 'tool-call', name, args },
      { type: 'tool-start', name },
      { type: 'tool-result', name, outcome: { state: 'complete', result } },
    ]);
    expect(searchIn(session.state.contents)).toMatchObject([
      { speaker: 'ai', type: 'tool_call', name, parameters: args, executor: 'provider' },
      { speaker: 'ai', type: 'tool_response', toolName: name, result, isComplete: true },
    ]);

    const isNative = (): boolean => {
      const request = sent.at(-1);
      return [...under(request, 'type'), ...under(request, 'toolType')].includes(type);
    };
    await play(session, 'go on');
    expect(isNative()).toBe(true);
    session.switchTo(agents.target('mistral'));
    await play(session, 'go on');
    expect(JSON.stringify(sent.at(-1))).toContain('interlocking frames');
    expect(under(sent.at(-1), 'tool_calls')).toEqual([]);
    session.switchTo(agents.target(family));
    await play(session, 'go on');
    expect(isNative()).toBe(true);
    expect(agents.accepted()).toBe(4);
  },
);

test('requests nothing by default, and a tool with the same name takes precedence', async () => {
  agents = await openAgents({ model, only: ['anthropic'] });
  const route = agents.target('anthropic');
  const tools = [{ ...own, name: 'web_search' }];
  for (const options of [{}, { settings: { webSearch: true }, tools }]) {
    await play(await agents.open({ route, transport, ...options }), 'hello');
    expect(under(sent.at(-1), 'tools').flat()).not.toContainEqual(
      expect.objectContaining({ type: 'web_search_20250305' }),
    );
  }
  expect(agents.accepted()).toBe(2);
});

const own = {
  name: '',
  description: 'Mine.',
  parameters: { type: 'object', properties: {} },
  kind: 'read',
  access: () => ({}),
  subject: () => '',
  run: async () => 'mine',
} as const;
