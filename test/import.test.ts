/** Sessions of other agents continue at every provider. The long form is `npm run import:long`. */
import { currentContents, readSession } from '@interlock/import';
import type { Content } from '@interlock/transcript';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { story } from '../packages/import/test/property/story.ts';
import { writers } from '../packages/import/test/property/writers.ts';
import { type Agent, createAgent } from './conformance/agent.ts';
import { openStations, type Stations } from './conformance/stations.ts';
import { complaintsAbout } from './import/accepted.ts';

let stations: Stations;
let agent: Agent;
beforeAll(async () => {
  stations = await openStations();
  agent = createAgent();
});
afterAll(async () => {
  await agent.close();
  await stations.close();
});

test.each(writers.map((writer) => [writer.agent, writer] as const))(
  'every provider accepts what %s wrote, with every text and result',
  async (_, writer) => {
    for (const told of fc.sample(story, { seed: 915, numRuns: 5 })) {
      expect(await complaintsAbout(told, writer, agent, stations.all)).toEqual([]);
    }
  },
);

test('Claude’s thinking from a Claude Code file goes back to Claude with its signature', async () => {
  const station = stations.all.find(({ name }) => name === 'anthropic claude-opus-4-8');
  if (station === undefined) throw new Error('no station');
  const settings = { reasoning: 'high' } as const;
  const said: Content = {
    speaker: 'human',
    blocks: [{ type: 'text', text: 'Read a.txt and b.txt.' }],
    metadata: { turnId: 't' },
  };
  const { content } = await agent.ask(station, [said], settings);
  const blocks = content.blocks.flatMap((block): readonly object[] => {
    if (block.type === 'thinking') return [{ type: 'thinking', thinking: block.thought, signature: block.seal?.value }];
    if (block.type === 'tool_call')
      return [{ type: 'tool_use', id: block.rawId, name: block.name, input: block.parameters }];
    return block.type === 'text' ? [{ type: 'text', text: block.text }] : [];
  });
  expect(JSON.stringify(blocks[0])).toContain('signature');
  const record = (type: string, uuid: string, parentUuid: string | null, message: object): string =>
    JSON.stringify({ type, uuid, parentUuid, isSidechain: false, sessionId: 's', message });
  const results = content.blocks.flatMap((block) =>
    block.type === 'tool_call'
      ? [{ type: 'tool_result', tool_use_id: block.rawId, content: `[[result ${block.rawId?.length}]]` }]
      : [],
  );
  const lines = [
    record('user', '1', null, { role: 'user', content: 'Read a.txt and b.txt.' }),
    ...blocks.map((block, at) =>
      record('assistant', `a${at}`, at === 0 ? '1' : `a${at - 1}`, {
        id: 'msg_1',
        role: 'assistant',
        model: 'claude-opus-4-8',
        content: [block],
      }),
    ),
    record('user', '2', `a${blocks.length - 1}`, { role: 'user', content: results }),
  ];
  const session = await readSession({ bytes: [Buffer.from(lines.join('\n'))] });
  // The file does not say where the answer was written, so the address of the simulator stands in for the provider's own.
  const { endpoint } = station.target;
  const contents = currentContents(session).map((each) => ({
    ...each,
    blocks: each.blocks.map((block) =>
      block.seal === undefined || endpoint === undefined ? block : { ...block, seal: { ...block.seal, endpoint } },
    ),
  }));
  const before = station.simulator.log.length;
  await agent.ask(station, contents, settings);
  const [request] = station.simulator.log.slice(before);
  expect([request?.verdict, request?.warnings]).toEqual(['accepted', []]);
  expect(request?.seen?.turns.map(({ thinking }) => thinking).join('')).toContain('[thought');
});
