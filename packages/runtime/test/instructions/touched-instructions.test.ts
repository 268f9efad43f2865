/** The instructions of a folder reach the model with the first result about that folder: once, recorded, and subject to the rules. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { script } from '@interlock/simulators';
import type { Content } from '@interlock/transcript';
import { afterEach, expect, test } from 'vitest';
import { createMemoryStore, resumeSession, type Session } from '../../src/index.ts';
import { type Agents, crashedCopy, openAgents, play, recordsOf } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

const reading = (path: string) => ({ tool: 'read_file', args: { path } });

async function open(files: Readonly<Record<string, string>>): Promise<Agents> {
  const model = script([
    { when: { result: '' }, say: 'Done.' },
    { when: { user: 'both' }, call: [reading('a/one.txt'), reading('a/b/two.txt')] },
    { when: { user: 'one' }, call: [reading('a/one.txt')] },
    { when: { user: 'itself' }, call: [reading('a/AGENTS.md')] },
    { when: { user: 'write' }, call: [{ tool: 'write_file', args: { path: 'a/new.txt', content: 'x' } }] },
    { when: { user: 'missing' }, call: [reading('a/none.txt')] },
    { when: { user: 'top' }, call: [reading('top.txt')] },
  ]);
  agents = await openAgents({ model, only: ['anthropic', 'gemini'] });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(agents.workspace, path)), { recursive: true });
    await writeFile(join(agents.workspace, path), text);
  }
  return agents;
}

const tree = {
  'top.txt': 'top',
  'AGENTS.md': 'for all',
  'a/AGENTS.md': 'for a',
  'a/one.txt': 'one',
  'a/b/CLAUDE.md': 'for b',
  'a/b/two.txt': 'two',
};

const note = (folder: string, path: string, text: string): string =>
  `\n\n[Instructions for ${folder}, from ${path}. They are not part of the result.]\n<instructions>\n${text}\n</instructions>`;
const forA = note('a', 'a/AGENTS.md', 'for a');
const forB = note('a/b', 'a/b/CLAUDE.md', 'for b');

function results(contents: readonly Content[]): readonly unknown[] {
  return contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.result ?? block.error] : [])),
  );
}

test('once per folder, also within a batch and after a switch, a crash and a fork', async () => {
  const { target, open: start } = await open(tree);
  const store = createMemoryStore();
  const session = await start({ route: target('anthropic'), store });
  await play(session, 'both');
  session.switchTo(target('gemini'));
  await play(session, 'one');
  const [one, two, later] = results(session.state.contents);
  // Calls of a batch run in parallel: the first one that reaches a folder gets its instructions.
  const either = [
    [`one${forA}`, `two${forB}`],
    ['one', `two${forA}${forB}`],
  ];
  expect(either).toContainEqual([one, two]);
  expect(later).toBe('one');
  const given = ['a/AGENTS.md', 'a/b/CLAUDE.md'];
  expect(session.state.instructions).toEqual([{ path: 'AGENTS.md', characters: 7, cut: false }]);
  expect(session.state.nestedInstructions.toSorted()).toEqual(given);
  const records = await recordsOf(store, session.id);
  const recorded = records.flatMap((record) => (record.kind === 'instructions-given' ? record.paths : []));
  expect(recorded.toSorted()).toEqual(given);
  const copy = await crashedCopy(store);
  const again = await resumeSession({ route: target('anthropic'), store: copy, id: session.id, instructions: true });
  expect(again.state.nestedInstructions.toSorted()).toEqual(given);
  await again.close();
  agents?.accepted();
});

test.for<readonly [user: string, last: unknown]>([
  ['top', 'top'],
  ['itself', 'for a'],
  ['missing', expect.stringMatching(/^a\/none\.txt does not exist\.[\s\S]*for a\n<\/instructions>$/)],
  ['write', expect.stringMatching(/for a\n<\/instructions>$/)],
])('%s', async ([user, last]) => {
  const { target, open: start } = await open(tree);
  const session: Session = await start({
    route: target('anthropic'),
    rules: [{ verdict: 'allow', tool: 'kind:write' }],
  });
  await play(session, user);
  expect(results(session.state.contents)).toEqual([last]);
});

test('does not read what rules deny, through any link', async () => {
  const { target, open: start, workspace } = await open({ 'a/one.txt': 'one', '.env': 'KEY=1' });
  await symlink('../.env', join(workspace, 'a/AGENTS.md'));
  const rules = [{ verdict: 'deny', tool: 'kind:read', pattern: '**/.env' }] as const;
  const session = await start({ route: target('anthropic'), rules });
  await play(session, 'one');
  expect(results(session.state.contents)).toEqual(['one']);
});

test('a session without instructions enabled reads none', async () => {
  const { target, open: start } = await open(tree);
  const session = await start({ route: target('anthropic'), instructions: false });
  await play(session, 'one');
  expect([results(session.state.contents), session.state.instructions]).toEqual([['one'], []]);
});
