/** Every example runs unchanged and prints the expected output. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './architecture/repository.ts';

const said: Readonly<Record<string, readonly string[]>> = {
  'examples/agent-loop.ts': [
    '→ anthropic/claude-opus-4-8, 0 calls in the history',
    'I look at both.',
    '  weather(Oslo) = snow',
    '  weather(Rome) = sun',
    '→ anthropic/claude-opus-4-8, 2 calls in the history',
    'anthropic: rate-limit, try again in 30 s',
    '→ google/gemini-3.1-pro, 2 calls in the history',
    'Rome: Oslo has snow.',
    '3 requests: accepted, accepted, accepted',
  ],
  'examples/switching-agent.ts': [
    '> Pay my two friends.',
    'I pay both.',
    '  may I pay {"to":"a friend","euros":12}? yes',
    '  pay: {"state":"complete","result":"paid 30 euros to a friend"}',
    'Both are paid.',
    '  now google/gemini-3.1-pro-preview',
    'You paid 42 euros in all.',
    'accepted, accepted, accepted',
  ],
  'examples/fan-out.ts': [
    'BEFORE  what the session holds when the user switches models',
    'AFTER   what any provider can be sent: every call owns its one completion',
    '6 calls: 2 real results kept, 4 synthetic completions added.',
    '4 diagnostic events; verify() found 0 faults.',
  ],
};

test('covers every example', () => {
  expect(globSync('examples/*.ts', { cwd: root }).sort()).toEqual(Object.keys(said).sort());
});

test.each(Object.entries(said))('%s', (example, lines) => {
  const run = spawnSync(process.execPath, ['--conditions=@interlock/source', join(root, example)], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  expect(run.stdout.split('\n')).toEqual(expect.arrayContaining([...lines]));
});
