/** Clients of Google's API see thoughts only if they ask for them. What they do not see goes back to its provider all the same. */
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';

const thought = 'A thought.';

let open: TestGateway;
beforeAll(async () => {
  const call = [{ tool: 'read', args: { path: 'a' } }];
  open = await openGateway({ model: script([{ think: thought, call }, { say: 'Words.' }]) });
});
afterAll(() => open.close());

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: object;
}

async function ask(model: string, stream: boolean, body: object): Promise<readonly Part[]> {
  const action = stream ? 'streamGenerateContent' : 'generateContent';
  const path = `/v1beta/models/${encodeURIComponent(model)}:${action}`;
  const response = await fetch(open.gateway.url + path, { method: 'POST', body: JSON.stringify(body) });
  const answers: unknown = await response.json();
  const all = Array.isArray(answers) ? answers : [answers];
  return all.flatMap(({ candidates }) => candidates[0].content.parts);
}

const user = (...parts: readonly object[]): object => ({ role: 'user', parts });
const tools = [{ functionDeclarations: [{ name: 'read', parameters: { type: 'object', properties: {} } }] }];

test.each(
  [false, true].flatMap((stream) =>
    [
      { asked: {}, isShown: false },
      { asked: { generationConfig: { thinkingConfig: { includeThoughts: false } } }, isShown: false },
      { asked: { generation_config: { thinking_config: { include_thoughts: true } } }, isShown: true },
    ].map((row) => ({ ...row, stream })),
  ),
)('$asked, streamed: $stream', async ({ asked, isShown, stream }) => {
  const station = open.stations.find((each) => nameOf(each) === 'deepseek/deepseek-v4-pro');
  if (station === undefined) throw new Error('There is no such station.');
  const model = nameOf(station);
  const said = user({ text: `Read a, ${JSON.stringify(asked)} ${stream}.` });
  const parts = await ask(model, stream, { contents: [said], tools, ...asked });
  expect(parts.some((part) => part.thought === true)).toBe(isShown);
  expect(parts.map(({ text = '' }) => text).join('')).toEqual(isShown ? expect.stringContaining(thought) : '');
  const calls = parts.filter(({ functionCall }) => functionCall !== undefined);
  expect(calls).toHaveLength(1);
  const result = user({ functionResponse: { name: 'read', response: { output: 'A' } } });
  await ask(model, stream, { contents: [said, { role: 'model', parts: calls }, result], tools, ...asked });
  expect(JSON.stringify(station.simulator.log.at(-1)?.seen?.turns)).toContain(thought);
});
