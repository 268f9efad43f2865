/** A session file with any damage: it opens, reports what was skipped, and the next provider accepts the rest. */
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import { codingAgent, createJsonlStore, resumeSession } from '../../src/index.ts';
import { type Agents, endOf, families, openAgents, play } from '../agents.ts';
import { createGate } from '../gate.ts';

const five = [1, 2, 3, 4, 5];
const model = script([
  { when: { user: 'hello' }, say: 'Hello.' },
  { when: { of: 'work' }, say: 'Done.' },
  {
    when: { user: 'work' },
    think: 'To work.',
    say: 'I begin.',
    call: five.map((n) => ({ tool: 'work', args: { n } })),
  },
]);
const gate = createGate();
for (const n of five) gate.open(n);

let agents: Agents;
let folder: string;
let id: string;
beforeAll(async () => {
  agents = await openAgents({ model });
  folder = temporaryFolder('damaged');
  const store = createJsonlStore(join(folder, 'sound'));
  const session = await agents.open({ route: agents.target('anthropic'), tools: [gate.tool], store });
  for (const text of ['work', 'hello', 'work']) await play(session, text);
  await session.close();
  await store.close();
  id = session.id;
});
afterAll(async () => {
  await agents.close();
  await rm(folder, { recursive: true, force: true });
});

const damages: Readonly<Record<string, (bytes: Buffer, from: number, to: number) => Buffer>> = {
  flip: (bytes, from, to) => Buffer.from(bytes.map((byte, at) => (at >= from && at < to ? byte ^ 0x55 : byte))),
  zero: (bytes, from, to) => Buffer.from(bytes).fill(0, from, to),
  cut: (bytes, from, to) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
  repeat: (bytes, from, to) => Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]),
  end: (bytes, from) => bytes.subarray(0, from),
};

const damage = fc.record({
  name: fc.constantFrom(...Object.keys(damages)),
  from: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.integer({ min: 1, max: 4_000 }),
  family: fc.constantFrom(...families),
});

test(
  'REQ-915-005: the request is valid, whatever is missing',
  async () => {
    let runs = 0;
    await holdsAsync(damage, 40, async ({ name, from, length, family }) => {
      runs += 1;
      const copy = join(folder, `copy-${runs}`);
      await cp(join(folder, 'sound'), copy, { recursive: true });
      const [file = ''] = await listed(join(copy, '**', `${id}.jsonl`));
      const bytes = await readFile(file);
      const start = Math.floor(from * bytes.length);
      await writeFile(file, damages[name]?.(bytes, start, Math.min(bytes.length, start + length)) ?? bytes);
      const before = agents.of(family).log.length;
      const store = createJsonlStore(copy);
      const options = { workspace: agents.workspace, environment: {}, tools: [gate.tool], store, id };
      const session = await resumeSession(codingAgent({ ...options, route: agents.target(family) }));
      expect(endOf(await play(session, 'hello')).outcome).toBe('done');
      await session.close();
      await store.close();
      await rm(copy, { recursive: true });
      const logged = agents.of(family).log.slice(before);
      expect(logged.map(({ verdict, warnings }) => [verdict, warnings])).toEqual([['accepted', []]]);
    });
  },
  patience,
);

async function listed(pattern: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern)) found.push(path);
  return found;
}
