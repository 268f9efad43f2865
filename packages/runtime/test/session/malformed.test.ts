/** Conversations that broke in other agents are continued in a session: the next turn is accepted. */
import { readdirSync, readFileSync } from 'node:fs';
import { script } from '@interlock/simulators';
import { type Content, syntheticTexts } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agents, endOf, families, openAgents, play } from '../agents.ts';

const folder = new URL('../../../../fixtures/field/', import.meta.url);
const cases = readdirSync(folder).map(
  (name, index) => [name, families[index % families.length] ?? 'anthropic'] as const,
);

let agents: Agents;
beforeAll(async () => {
  agents = await openAgents({ model: script([{ say: 'I go on.' }]) });
});
afterAll(() => agents.close());

test.each(cases)('REQ-915-005: %s, on %s', async (name, family) => {
  const { contents } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { contents: readonly Content[] };
  const session = await agents.open({ route: agents.target(family), tools: [], contents });
  const before = agents.of(family).log.length;
  const end = endOf(await play(session, 'Go on.'));
  await session.close();
  expect(end).toMatchObject({ outcome: 'done', text: 'I go on.', steps: 1 });
  const logged = agents.of(family).log.slice(before);
  expect(logged.map(({ verdict, warnings }) => ({ verdict, warnings }))).toEqual([
    { verdict: 'accepted', warnings: [] },
  ]);
});

test('claims nothing about an imported call without a result', async () => {
  const contents: readonly Content[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'Delete it.' }] },
    { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'call_1', name: 'delete', parameters: {} }] },
  ];
  const session = await agents.open({ route: agents.target('anthropic'), tools: [], contents });
  await play(session, 'Go on.');
  const shown = agents
    .of('anthropic')
    .log.at(-1)
    ?.seen?.turns.flatMap(({ results }) => results.map(({ text }) => text));
  expect(shown).toEqual([syntheticTexts.lost]);
});
