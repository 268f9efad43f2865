import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { type ApprovalRequest, type Clock, type Session, type SessionEvent, systemClock } from '@interlock/runtime';
import { afterAll, afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import type { Agent } from '../../src/agent/agent.ts';
import { openAgent } from '../../src/agent/open-agent.ts';
import type { AgentFlags } from '../../src/config/agent-flags.ts';
import { families } from '../../src/demo/families.ts';
import type { Io } from '../../src/io/io.ts';

const place = temporaryFolder('demo');
const workspace = join(place, 'project');
const state = join(place, 'state');
mkdirSync(workspace);
writeFileSync(join(workspace, 'README.md'), '# A project\n\nOne line.\n');
writeFileSync(join(workspace, 'a.ts'), 'export const a = 1; // TODO\n');
afterAll(() => rmSync(place, { recursive: true, force: true }));

const io: Io = {
  stdin: Readable.from([]),
  stdout: new Writable(),
  stderr: new Writable(),
  env: { XDG_STATE_HOME: state, HOME: place, PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'a real one' },
};

let opened: Agent | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Answers arrive without pauses. */
const hurried: Clock = { now: () => 0, sleep: async () => undefined };

async function open(flags: AgentFlags = {}, clock: Clock = hurried): Promise<Agent> {
  opened = await openAgent({ cwd: workspace, offline: true, sandbox: 'off', ...flags }, io, {
    interactive: true,
    clock,
  });
  return opened;
}

async function say(session: Session, text: string): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of session.send(text)) events.push(event);
  return events;
}

function answerIn(events: readonly SessionEvent[]): { readonly outcome: string; readonly text: string } {
  const end = events.at(-1);
  if (end?.type !== 'turn-end') throw new Error('The turn has not ended.');
  return { outcome: end.outcome, text: end.text };
}

function resultsIn(events: readonly SessionEvent[]): readonly (readonly [string, string])[] {
  return events.flatMap((event) =>
    event.type === 'tool-result' ? ([[event.name, event.outcome.state]] as const) : [],
  );
}

test('a newcomer is told what to try, sees five calls, and continues with every family', async () => {
  const agent = await open();
  const session = await agent.open({});
  expect(answerIn(await say(session, 'hello')).text).toContain('`look around`: five calls at once');

  const looked = await say(session, 'look around');
  expect(resultsIn(looked)).toEqual([
    ['list_files', 'complete'],
    ['list_files', 'complete'],
    ['list_files', 'complete'],
    ['search_files', 'complete'],
    ['search_files', 'complete'],
  ]);
  expect(answerIn(looked).text).toContain('| list_files * | 2 lines, first: README.md |');

  for (const { to, name } of agent.choices) {
    session.switchTo(to);
    const { outcome, text } = answerIn(await say(session, 'what do you remember?'));
    expect({ name, outcome, text: text.split('\n')[0] }).toMatchObject({
      name,
      outcome: 'done',
      text: expect.stringMatching(new RegExp(`^This is \\*\\*${name}\\*\\*.* 5 calls and 5 results`)),
    });
  }
  await session.close();
});

test('asks about commands, reads files, and writes nothing but the session', async () => {
  const agent = await open();
  const asked: ApprovalRequest[] = [];
  const session = await agent.open({
    approve: async (request) => {
      asked.push(request);
      return { verdict: asked.length === 1 ? 'deny' : 'allow' };
    },
  });
  expect(resultsIn(await say(session, 'run touch it-works'))).toEqual([['run_command', 'denied']]);
  const ran = await say(session, 'run touch it-works');
  expect(resultsIn(ran)).toEqual([['run_command', 'complete']]);
  expect(asked.map(({ subject }) => subject)).toEqual(['touch it-works', 'touch it-works']);

  expect(answerIn(await say(session, 'read a.ts')).text).toBe(
    '`read_file a.ts` returned 1 line:\n\n```ts\nexport const a = 1; // TODO\n```',
  );
  expect(answerIn(await say(session, 'search TODO')).text).toContain('a.ts:1: export const a = 1; // TODO');
  expect(answerIn(await say(session, 'read nothing.txt')).text).toContain('nothing.txt does not exist');
  await session.close();
  expect(readdirSync(workspace).toSorted()).toEqual(['README.md', 'a.ts', 'it-works']);
  expect(readdirSync(join(state, 'interlock'))).toEqual(['offline']);
  expect(readdirSync(place).toSorted()).toEqual(['project', 'state']);
});

test('fixes a failing test at one provider, adds another at the next, and can undo the changes', async () => {
  const agent = await open({ mode: 'ask' });
  const asked: ApprovalRequest[] = [];
  const session = await agent.open({
    approve: async (request) => {
      asked.push(request);
      return { verdict: 'allow' };
    },
  });
  const fixed = await say(session, 'fix the test');
  expect(resultsIn(fixed)).toEqual([
    ['read_file', 'complete'],
    ['read_file', 'complete'],
    ['run_command', 'error'],
    ['edit_file', 'complete'],
    ['run_command', 'complete'],
  ]);
  expect(answerIn(fixed).text).toContain('The test passes now.');
  const edit = asked.find(({ tool }) => tool === 'edit_file');
  expect(edit?.preview).toContain('\n-    sum += price;\n+    sum += price * quantity;\n');
  const project = dirname(edit?.subject ?? '');
  expect(answerIn(await say(session, 'fix the test')).text).toContain('counts quantities already');

  const openai = agent.choices.find(({ name }) => name.startsWith('openai/'));
  if (openai === undefined) throw new Error('OpenAI is not there.');
  session.switchTo(openai.to);
  const added = await say(session, 'add a test');
  expect(resultsIn(added)).toEqual([
    ['write_file', 'complete'],
    ['run_command', 'complete'],
  ]);
  expect(answerIn(added).text).toContain('All 2 tests pass.');
  expect(readdirSync(project)).toContain('empty.test.mjs');

  await session.restoreFiles({});
  expect(readdirSync(project)).not.toContain('empty.test.mjs');
  expect(readFileSync(join(project, 'basket.mjs'), 'utf8')).toContain('sum += price;');
  await session.close();
  await agent.close();
  opened = undefined;
  expect([existsSync(project), readdirSync(workspace).includes('basket.mjs')]).toEqual([false, false]);
});

test('stops at a step that is not allowed', async () => {
  const session = await (await open({ deny: ['edit_file'], allow: ['run_command'] })).open({});
  expect(answerIn(await say(session, 'fix the test')).text).toMatch(/^I'll stop here: `edit_file` failed\. /);
  await session.close();
});

test('custom commands, skills, agents and hooks work as they do online', async () => {
  const files = {
    '.interlock/commands/around.md': 'look around',
    '.interlock/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDFs.\n---\nPage by page.',
    '.interlock/agents/reviewer.md': '---\ndescription: Reviews\nmodel: openai/gpt-9\n---\nYou are the reviewer.',
    '.interlock/config.json': JSON.stringify({
      hooks: { beforeTool: [{ command: 'echo "no lists"; exit 2', tools: ['list_files'] }] },
      mcp: { gone: { command: 'no-such-mcp-server' } },
      tools: { network: true },
    }),
  };
  const project = join(place, 'extended');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const agent = await open({ cwd: project, trust: true, session: false });
  expect(agent.mcp).toBe(undefined);
  expect(agent.tools.map(({ name }) => name)).not.toContain('fetch_url');
  const [command] = agent.commands?.() ?? [];
  expect([command?.name, await command?.expand('')]).toEqual(['around', 'look around']);
  const session = await agent.open({});
  expect(resultsIn(await say(session, 'list'))).toEqual([['list_files', 'denied']]);
  expect(answerIn(await say(session, 'skill pdf')).text).toContain('Page by page.');
  expect(answerIn(await say(session, 'task reviewer: search for TODO')).text).toContain('search_files TODO');
  await session.close();
});

test('a long answer arrives in pieces and can be cancelled', async () => {
  const session = await (await open({ session: false }, systemClock)).open({});
  let deltas = 0;
  let outcome = '';
  for await (const event of session.send('explain')) {
    if (event.type === 'text-delta') deltas += 1;
    if (deltas === 3) void session.cancel();
    if (event.type === 'turn-end') outcome = event.outcome;
  }
  expect(outcome).toBe('cancelled');
  expect(answerIn(await say(session, 'list')).outcome).toBe('done');
  await session.close();
});

test('a session can be resumed, although the simulators are new', async () => {
  const first = await open({ model: 'moonshot' });
  const session = await first.open({});
  await say(session, 'list');
  await session.close();
  await first.close();
  const again = await (await open({ continue: true, model: 'anthropic/claude-opus-4-8' })).open({});
  expect(again.id).toBe(session.id);
  expect(answerIn(await say(again, 'what do you remember?')).text).toContain(
    '1 earlier message of yours, 1 call and 1 result',
  );
  await again.close();
});

test.each([
  [{ model: 'nonesuch' }, 'There is no model "nonesuch" offline.\nUse one of anthropic/claude-opus-4-8'],
  [{ cwd: join(place, 'nowhere') }, 'There is no folder'],
  [{ allow: ['('] }, ''],
])('says what it cannot do: %j', async (flags, message) => {
  await expect(openAgent({ cwd: workspace, offline: true, ...flags }, io)).rejects.toMatchObject({
    name: 'CommandError',
    exitCode: 2,
    message: expect.stringContaining(message),
  });
});

test('offers one usable choice for each family', async () => {
  const agent = await open({ session: false });
  expect(agent.choices.map(({ name, usable }) => ({ name, usable }))).toEqual(
    families.map(({ name }) => ({ name, usable: true })),
  );
  expect(agent.notices).toHaveLength(4);
  expect(agent.tools.map(({ name }) => name)).toEqual([
    'read_file',
    'list_files',
    'search_files',
    'edit_file',
    'write_file',
    'run_command',
  ]);
  expect(JSON.stringify(agent.choices)).not.toContain('https:');
});

test('without a terminal, gives no hints what to type', async () => {
  opened = await openAgent({ cwd: workspace, offline: true, session: false, sandbox: 'off' }, io, {
    clock: hurried,
    interactive: false,
  });
  expect(opened.notices).toEqual([
    'Offline: a scripted model behind simulated providers on this machine. No key is needed, and nothing leaves your machine.',
  ]);
});
