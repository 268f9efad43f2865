/** What the user sees when a result has no call, or when a request cannot be built. */
import { script } from '@interlock/simulators';
import type { Content } from '@interlock/transcript';
import { type Protocol, protocolOf } from '@interlock/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agents, endOf, openAgents, play } from '../agents.ts';

let agents: Agents;
beforeAll(async () => {
  agents = await openAgents({
    model: script([{ say: 'I go on.' }, { say: 'Still.' }]),
    only: ['mistral', 'anthropic'],
  });
});
afterAll(() => agents.close());

const orphaned: readonly Content[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'q' }] },
  { speaker: 'ai', blocks: [{ type: 'text', text: 'a' }] },
  {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'call_gone', toolName: 'read', result: `port 80 ${'x'.repeat(20_000)}` }],
  },
];

const told = 'The tool result call_gone belongs to no call of this conversation.';

function orphanIn(text: string): readonly string[] {
  return text.match(/hist_tool_\S+|call_gone/g) ?? [];
}

test('REQ-915-039: shows a result without a call to the model once as a bounded note, and tells the user once', async () => {
  const session = await agents.open({ route: agents.target('anthropic'), tools: [], contents: orphaned });
  const first = await play(session, 'Go on.');
  const second = await play(session, 'And on.');
  const notices = [...first, ...second].flatMap((event) => (event.type === 'notice' ? [event.text] : []));
  expect(notices).toHaveLength(1);
  expect(notices[0]?.replace(/hist_tool_\S+/, 'call_gone')).toBe(`${told} The model sees it as a note.`);
  expect(orphanIn(notices[0] ?? '')).toHaveLength(1);
  const seen = JSON.stringify(agents.of('anthropic').log.at(-1)?.seen);
  expect(seen.match(/port 80/g)).toHaveLength(1);
  expect(seen).toContain('12008 more characters left out');
  expect(agents.accepted()).toBe(2);
});

test('a session with that setting drops such results and reports it', async () => {
  const policy = { orphans: 'drop' } as const;
  const session = await agents.open({ route: agents.target('anthropic'), tools: [], contents: orphaned, policy });
  const events = await play(session, 'Go on.');
  const notices = events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));
  expect(notices.map((text) => text.replace(/hist_tool_\S+/, 'call_gone'))).toEqual([
    `${told} The model does not see it.`,
  ]);
});

const strictest: Protocol = {
  ...protocolOf('openai-chat'),
  rules: [
    {
      id: 'X-001',
      level: 'error',
      scope: 'request',
      text: 'No calls.',
      fix: 'None.',
      find: () => [{ path: 'messages.2.tool_calls.0', message: 'there is a call' }],
    },
  ],
};

test('REQ-915-040: if a request fails its own check, turn-end and the session keep the fault, its calls and all diagnostics', async () => {
  const contents: readonly Content[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'q' }] },
    { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'hist_tool_a', name: 'read', parameters: {} }] },
  ];
  const route = agents.target('mistral', { protocol: strictest });
  const session = await agents.open({ route, tools: [], contents });
  const end = endOf(await play(session, 'Go on.'));
  expect(end).toMatchObject({ outcome: 'failed', fault: { class: 'projection-fault', callIds: ['hist_tool_a'] } });
  const fault = {
    fault: 'projection-fault',
    rule: 'X-001',
    path: 'messages.2.tool_calls.0',
    callIds: ['hist_tool_a'],
  };
  expect(JSON.parse(JSON.stringify(end.fault?.diagnostics))).toMatchObject({ unsent: true, faults: [fault, fault] });
  expect(session.state.diagnostics).toMatchObject({ unsent: true, faults: [fault, fault] });
  expect(agents.of('mistral').log).toEqual([]);
});
