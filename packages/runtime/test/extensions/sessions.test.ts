/** Skills and agents in a session: offered, used and recorded, also after a switch, and subject to the rules. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { script } from '@interlock/simulators';
import type { Content } from '@interlock/transcript';
import { afterEach, expect, test } from 'vitest';
import { createMemoryStore, readSkills } from '../../src/index.ts';
import { type Agents, openAgents, play } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

function results(contents: readonly Content[]): readonly unknown[] {
  return contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.result ?? block.error] : [])),
  );
}

const skillText = '---\nname: pdf\ndescription: Reads PDFs.\n---\nUse pages.md.';

test('offers a skill by name and description, and reads it when it is used', async () => {
  const using = (file?: string) => ({ tool: 'skill', args: { name: 'pdf', ...(file === undefined ? {} : { file }) } });
  const model = script([
    { when: { of: 'skill' }, say: 'Done.' },
    { when: { user: 'use' }, call: [using(), using('pages.md'), using('../../../.env'), using('key.md')] },
    { when: { user: 'denied' }, call: [using('pages.md')] },
  ]);
  agents = await openAgents({ model, only: ['anthropic', 'gemini'] });
  const folder = join(agents.workspace, '.claude/skills/pdf');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'SKILL.md'), skillText);
  await writeFile(join(folder, 'pages.md'), 'One at a time.');
  await writeFile(join(agents.workspace, '.env'), 'KEY=1');
  await symlink('../../../.env', join(folder, 'key.md'));
  const { skills } = await readSkills([{ path: dirname(folder), from: 'project' }]);
  const session = await agents.open({ route: agents.target('anthropic'), skills });
  await play(session, 'use it');
  const offered = session.state.tools.find(({ name }) => name === 'skill');
  expect(offered?.description.split('\n').slice(1)).toEqual(['- pdf: Reads PDFs.']);
  expect(results(session.state.contents)).toEqual([
    `Folder: ${folder}\n\nUse pages.md.\n\nFiles of the skill (read them with \`file\`):\n- pages.md`,
    'One at a time.',
    '../../../.env is outside the folder of the skill.',
    'key.md is outside the folder of the skill.',
  ]);
  session.switchTo(agents.target('gemini'));
  session.remember({ verdict: 'deny', tool: 'read_file', pattern: '.claude/**/pages.md' });
  await play(session, 'denied');
  expect(results(session.state.contents).at(-1)).toBe('Rules deny reading pages.md.');
  agents.accepted();
});

test('an agent has its own prompt, tools, model and session', async () => {
  const model = script([
    { when: { of: 'task' }, say: 'Asked.' },
    { when: { system: 'You review' }, say: 'Reviewed.' },
    { when: { user: 'go' }, call: [{ tool: 'task', args: { agent: 'reviewer', description: 'r', prompt: 'this' } }] },
    { when: { user: 'plain' }, call: [{ tool: 'task', args: { description: 'p', prompt: 'that' } }] },
    { when: { user: 'that' }, say: 'Plain.' },
  ]);
  agents = await openAgents({ model, only: ['anthropic', 'gemini'] });
  const store = createMemoryStore();
  const reviewer = {
    name: 'reviewer',
    description: 'Reviews changes.',
    prompt: 'You review.',
    tools: ['read_*', 'list_files'],
    route: agents.target('gemini'),
  };
  const session = await agents.open({ route: agents.target('anthropic'), store, agents: [reviewer] });
  await play(session, 'go');
  await play(session, 'plain');
  expect(results(session.state.contents)).toEqual(['Reviewed.', 'Plain.']);
  const offered = agents.of('gemini').log.map(({ seen }) => seen?.tools.map(({ name }) => name));
  expect(offered).toEqual([['read_file', 'list_files', 'read_output']]);
  const sessions = await store.list();
  expect(sessions.map(({ header }) => header.parent ?? 'top').toSorted()).toEqual(
    [session.id, session.id, 'top'].toSorted(),
  );
  agents.accepted();
});

test('offers nothing without skills and agents', async () => {
  agents = await openAgents({ model: script([{ say: 'Yes.' }]), only: ['anthropic'] });
  const session = await agents.open({ route: agents.target('anthropic') });
  await play(session, 'hello');
  const task = session.state.tools.find(({ name }) => name === 'task');
  expect(session.state.tools.map(({ name }) => name)).not.toContain('skill');
  expect(Object.keys(task?.parameters['properties'] ?? {})).toEqual(['description', 'prompt']);
});
