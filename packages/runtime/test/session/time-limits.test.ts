/** 05 §7.1: the session's time limit also applies to commands. */
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { builtInTools, createRunCommand } from '../../src/index.ts';
import { type Agents, openAgents, play } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function run(args: Readonly<Record<string, unknown>>, toolTimeoutMs?: number, tools = builtInTools()) {
  const model = script([{ when: { of: 'run_command' }, say: 'Done.' }, { call: [{ tool: 'run_command', args }] }]);
  agents = await openAgents({ model, only: ['anthropic'] });
  const session = await agents.open({
    route: agents.target('anthropic'),
    tools,
    rules: [{ verdict: 'allow', tool: 'run_command' }],
    ...(toolTimeoutMs === undefined ? {} : { limits: { toolTimeoutMs } }),
  });
  const events = await play(session, 'go');
  const [result] = events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome] : []));
  return JSON.stringify(result);
}

test.each([
  ['without a limit of its own', { command: 'sleep 60' }],
  ['with a longer limit', { command: 'sleep 60', timeout_ms: 50_000 }],
])('stops a command at the user’s limit: %s', async (_, args) => {
  expect(await run(args, 300)).toContain(
    'Stopped after 300 ms, its time limit. What it did before that is done. The user has set this limit (limits.toolTimeoutMs).',
  );
});

test('also if the limit is the default', async () => {
  const tools = [createRunCommand({ defaultTimeoutMs: 300 })];
  expect(await run({ command: 'sleep 60', timeout_ms: 50_000 }, 300, tools)).toContain(
    'Stopped after 300 ms, its time limit. What it did before that is done. The user has set this limit (limits.toolTimeoutMs).',
  );
});

test('without a limit it gets the time it asks for', async () => {
  expect(await run({ command: 'sleep 60', timeout_ms: 200 })).toContain(
    'Stopped after 200 ms, its time limit. What it did before that is done. Give a larger timeout_ms if it needs more.',
  );
});

test('applies a limit longer than the default', async () => {
  expect(await run({ command: 'echo fine', timeout_ms: 500_000 }, 900_000)).toContain('Exit code 0.');
});
