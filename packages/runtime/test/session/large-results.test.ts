/** Results that are too large for the conversation: text is cut and stored complete in a side file; images are stored outside the log and restored. */
import { script } from '@interlock/simulators';
import Type from 'typebox';
import { afterEach, expect, test } from 'vitest';
import { codingAgent, createMemoryStore, defineTool, resumeSession } from '../../src/index.ts';
import { type Agents, openAgents, play, recordsOf } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1} of many`);
const long = defineTool({
  name: 'long',
  description: 'Says much.',
  parameters: Type.Object({}),
  kind: 'read',
  run: () => lines.join('\n'),
});

test('the whole output can be read with a tool, as the notice says', async () => {
  const model = script([
    { when: { of: 'read_output' }, say: 'Read: {{results}}' },
    {
      when: { of: 'long' },
      parts: [],
    },
    { call: [{ tool: 'long' }] },
  ]);
  agents = await openAgents({ model: (seen) => readOn(model, seen), only: ['anthropic'] });
  const session = await agents.open({
    route: agents.target('anthropic'),
    tools: [long],
    limits: { toolOutput: 1_000 },
  });
  const events = await play(session, 'go');
  const results = events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome] : []));
  expect(results[0]).toMatchObject({
    state: 'complete',
    result: expect.stringContaining('Complete output: read_output with'),
  });
  expect(results[1]).toEqual({
    state: 'complete',
    result: 'line 4000 of many\nline 4001 of many\n[lines 4000–4001 of 5000; continue with offset 4002]',
  });
  agents.accepted();
});

/** A model that follows the notice in a result. */
function readOn(model: ReturnType<typeof script>, seen: Parameters<ReturnType<typeof script>>[0]) {
  const last = seen.turns.at(-1)?.results.at(-1);
  const name = /"name":\s*"(output-[^"]+)"/.exec(last?.text ?? '')?.[1];
  if (last?.name !== 'long' || name === undefined) return model(seen);
  return { parts: [{ call: 'read_output', args: { name, offset: 4_000, limit: 2 } }], stop: 'calls' as const };
}

/** Of a picture of 16 × 16 pixels. */
const pngStart = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10';

test('a picture is in no log line, and is back after a restart', async () => {
  const data = Buffer.from(`${pngStart}${'a picture '.repeat(4_000)}`, 'latin1').toString('base64');
  const model = script([
    { when: { of: 'look' }, say: 'Nice.' },
    { when: { user: 'again' }, say: 'Still nice.' },
    { call: [{ tool: 'look' }] },
  ]);
  agents = await openAgents({ model, only: ['anthropic'] });
  const look = defineTool({
    name: 'look',
    description: 'Shows a picture.',
    parameters: Type.Object({}),
    kind: 'read',
    run: () => ({ text: 'here', media: [{ type: 'media', mimeType: 'image/png', data, encoding: 'base64' }] }),
  });
  const store = createMemoryStore();
  const session = await agents.open({ route: agents.target('anthropic'), tools: [look], store });
  await play(session, 'go');
  await session.close();
  const stored = JSON.stringify(await recordsOf(store, session.id));
  expect(stored).toContain('"sideFile":"media-');
  expect(stored).not.toContain(data.slice(0, 100));
  const again = await resumeSession(
    codingAgent({
      ...{ workspace: agents.workspace, environment: {}, tools: [look], store, id: session.id },
      route: agents.target('anthropic'),
    }),
  );
  expect(
    again.state.contents.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'media' ? [block.data] : [])),
    ),
  ).toEqual([data]);
  expect(again.state.warnings).toEqual([]);
  await play(again, 'again');
  await again.close();
  expect(
    agents
      .of('anthropic')
      .log.at(-1)
      ?.seen?.turns.flatMap(({ results }) => results.flatMap(({ media }) => media)),
  ).toEqual(['image/png']);
  agents.accepted();
});
