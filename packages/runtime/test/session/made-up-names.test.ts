/** A model calls a tool by a name that was not offered and that its own API refuses: the next request is valid, and seals are sent only where they are valid. */
import type { Model } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { type Agents, endOf, type Family, openAgents, play } from '../agents.ts';
import { createGate } from '../gate.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

const names = ['fs.read/file:x', 'x'.repeat(90), '9lives', 'datei_lesen_übung', 'a b', 'default_api:work'];
const families = ['gemini', 'anthropic', 'openai-responses', 'mistral'] as const satisfies readonly Family[];

test.each(families.flatMap((family) => names.map((name) => [family, name] as const)))(
  '%s: %s',
  async (family, tool) => {
    const model: Model = (seen) =>
      seen.turns.some(({ results }) => results.length > 0)
        ? { parts: [{ say: 'Done.' }], stop: 'end' }
        : { parts: [{ think: 'To work.' }, { call: tool, args: { n: 1 } }], stop: 'calls' };
    agents = await openAgents({ model, only: [family] });
    const gate = createGate();
    gate.open(1);
    const session = await agents.open({ route: agents.target(family), tools: [gate.tool] });
    expect(endOf(await play(session, 'work')).outcome).toBe('done');
    expect(endOf(await play(session, 'again')).outcome).toBe('done');
    expect(agents.accepted()).toBe(3);
  },
);
