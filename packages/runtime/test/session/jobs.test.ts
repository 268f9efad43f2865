/** Background commands: recorded, read and stopped by the model or the user, ended with the session, and known after a kill. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterEach, describe, expect, test } from 'vitest';
import {
  builtInTools,
  codingAgent,
  createMemoryStore,
  executeToolCall,
  resumeSession,
  type Session,
  type SessionEvent,
  type SessionOptions,
} from '../../src/index.ts';
import { createRunCommand } from '../../src/tools/run-command.ts';
import { type Agents, crashedCopy, endOf, openAgents, play, recordsOf } from '../agents.ts';
import { fencedFolder } from '../process/confinement/fenced-folder.ts';
import { confiningKinds, openIn } from '../process/confinement/machine.ts';
import { isRunning } from '../process/living.ts';

/** Prints its pid, then a line for each file `go-…` that appears; ends when `go-end` appears. */
const server = `echo "pid $$"; while [ ! -e go-end ]; do [ -e go-line ] && rm go-line && echo line; sleep 0.02; done; echo ended; exit 3`;
const start = (command: string) => ({ tool: 'run_command', args: { command, background: true } });
const model = script([
  { when: { of: 'run_command' }, say: '{{results}}' },
  { when: { of: 'read_job' }, say: '{{results}}' },
  { when: { of: 'stop_job' }, say: '{{results}}' },
  { when: { user: '^serve' }, call: [start(server)] },
  { when: { user: '^leave' }, call: [start('env | grep -c SECRET; echo done')] },
  { when: { user: '^long' }, call: [start('i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); done')] },
  {
    when: { user: '^nowhere' },
    call: [{ tool: 'run_command', args: { command: 'echo x', cwd: 'no', background: true } }],
  },
  { when: { user: '^read (\\d)' }, call: [{ tool: 'read_job', args: { job: 1, wait_ms: 60_000 } }] },
  { when: { user: '^look' }, call: [{ tool: 'read_job', args: { job: 1 } }] },
  { when: { user: '^outside' }, call: [start('echo x > ../outside/made || echo held')] },
  { when: { user: '^unknown' }, call: [{ tool: 'read_job', args: { job: 9 } }] },
  { when: { user: '^stop' }, call: [{ tool: 'stop_job', args: { job: 1 } }] },
]);

const kinds = await confiningKinds();

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(more: Partial<SessionOptions> = {}) {
  const opened = await openAgents({ model, only: ['anthropic', 'gemini'] });
  agents = opened;
  const store = createMemoryStore();
  const told: SessionEvent[] = [];
  const options: SessionOptions = {
    ...{ route: opened.target('anthropic'), store, environment: { PATH: process.env['PATH'], MY_SECRET_API_KEY: 'k' } },
    rules: [{ verdict: 'allow', tool: 'run_command' }],
    atRest: (event) => told.push(event),
    ...more,
  };
  const session = await opened.open(options);
  const say = async (words: string, to: Session = session): Promise<string> => endOf(await play(to, words)).text;
  return { agents: opened, session, say, store, options, told };
}

/** The pid that the job has printed. */
async function pidOf(session: Session): Promise<number> {
  const printed = (): string | undefined => /pid (\d+)/.exec(session.jobOutput(1) ?? '')?.[1];
  while (printed() === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  return Number(printed());
}

const outcomes = ({ state }: Session) => state.jobs.map(({ outcome }) => outcome);

test('runs across turns and a switch; new output is read; its end is recorded with the exit code', async () => {
  const { agents, session, say, store, told } = await open();
  const text = await say('serve');
  expect(text).toBe('Started as job 1. read_job reads its output, stop_job ends it. It ends with the session.');
  const pid = await pidOf(session);
  expect(await say('look')).toBe(`Job 1 is running.\n\npid ${pid}\n`);
  session.switchTo(agents.target('gemini'));
  await writeFile(join(agents.workspace, 'go-line'), '');
  while (existsSync(join(agents.workspace, 'go-line'))) await new Promise((resolve) => setTimeout(resolve, 5));
  // Started first, so that the job cannot end before the turn.
  const reading = say('read 1');
  await writeFile(join(agents.workspace, 'go-end'), '');
  expect(await reading).toBe('Job 1 exited with code 3.\n\nline\nended\n');
  expect(outcomes(session)).toEqual([{ state: 'exited', code: 3 }]);
  const records = (await recordsOf(store, session.id)).filter(({ kind }) => kind.startsWith('job-'));
  expect(records).toEqual([
    { kind: 'job-start', number: 1, command: server, callId: expect.any(String), at: expect.any(Number) },
    {
      ...{ kind: 'job-end', number: 1, outcome: { state: 'exited', code: 3 }, at: expect.any(Number) },
      output: `pid ${pid}\nline\nended\n`,
    },
  ]);
  // It ended during a turn, so its end is an event of the turn.
  expect(told).toEqual([]);
  expect(await say('unknown')).toBe('There is no job 9. Jobs of this session: 1.');
  agents.accepted();
});

describe('stopped, with everything it started', () => {
  test('by the model, by the user and with the session; listeners are told', async () => {
    const { session, say, told } = await open();
    await say('serve');
    const first = await pidOf(session);
    expect(await say('stop')).toContain('Job 1 was stopped.');
    await say('serve');
    await say('serve');
    expect(await session.stopJob(2)).toBe(true);
    expect(await session.stopJob(2)).toBe(false);
    await session.close();
    expect(outcomes(session)).toEqual([
      { state: 'stopped', by: 'model' },
      { state: 'stopped', by: 'user' },
      { state: 'stopped', by: 'session' },
    ]);
    expect(isRunning(first)).toBe(false);
    expect(told.map((event) => (event.type === 'job-end' ? event.text : event.type))).toEqual([
      'Job 2 was stopped by the user.',
      'Job 3 was stopped because the session was closed.',
    ]);
  });

  test('a cancelled turn leaves it running', async () => {
    const { session, say } = await open();
    await say('serve');
    const turn = session.send('read 1');
    for await (const event of turn) if (event.type === 'tool-start') void session.cancel();
    expect((await turn.ended).outcome).toBe('cancelled');
    expect(isRunning(await pidOf(session))).toBe(true);
  });
});

test('after a kill: finished jobs have their true end, running ones ended with the program; a copy knows both', async () => {
  const { session, say, store, options } = await open();
  await say('leave');
  await say('read 1');
  await say('serve');
  const after = await resumeSession(codingAgent({ ...options, store: await crashedCopy(store), id: session.id }));
  const copy = await session.fork();
  expect([outcomes(after), outcomes(copy)]).toEqual([
    [{ state: 'exited', code: 0 }, { state: 'lost' }],
    [{ state: 'exited', code: 0 }, { state: 'elsewhere' }],
  ]);
  // Its environment has no provider keys.
  expect(await say('look', after)).toBe('Job 1 exited with code 0.\n\n0\ndone\n');
  await say('serve', copy);
  expect(copy.state.jobs.map(({ number }) => number)).toEqual([1, 2, 3]);
  await after.close();
  await copy.close();
});

test('keeps long output whole beside the session', async () => {
  const { session, say, store } = await open();
  await say('long');
  await say('read 1');
  const [job] = session.state.jobs;
  expect([job?.output?.length, job?.outputName]).toEqual([8_000, 'output-job-1']);
  const whole = new TextDecoder().decode(await store.sideFiles.read(session.id, 'output-job-1'));
  expect(whole.split('\n').length).toBe(3_001);
});

describe('approved and confined like every command', () => {
  test('denied commands are not started, and questions use the same words', async () => {
    const asked: unknown[] = [];
    const { session, say } = await open({
      rules: [{ verdict: 'deny', tool: 'run_command', pattern: 'env *' }],
      approve: async ({ tool, subject, rule }) => {
        asked.push({ tool, subject, rule });
        return { verdict: 'deny' };
      },
    });
    await say('serve');
    await say('leave');
    expect([asked, session.state.jobs]).toEqual([
      [{ tool: 'run_command', subject: server, rule: expect.stringContaining('run_command(') }],
      [],
    ]);
  });

  test('a missing folder: nothing is started', async () => {
    const { session, say } = await open();
    expect(await say('nowhere')).toContain('Nothing was run.');
    expect(session.state.jobs).toEqual([]);
  });

  test.each(kinds.slice(0, 1))('in the sandbox: %s', async (kind) => {
    const folder = await fencedFolder();
    const sandbox = await openIn(folder, kind);
    const confined = { workspace: folder.root, tools: builtInTools({ sandbox }), rules: [], mode: 'confined' } as const;
    const { session, say } = await open(confined);
    await say('outside');
    expect(await say('read 1')).toMatch(/^Job 1 exited with code 0\.\s+[\s\S]*held/);
    await session.close();
    await sandbox.close();
    expect(existsSync(join(folder.root, '../outside/made'))).toBe(false);
    await folder.remove();
  });

  test('is rejected outside a session, because nothing would end it', async () => {
    const outcome = await executeToolCall(
      createRunCommand(),
      { command: 'echo x', background: true },
      { workspace: { root: process.cwd(), alsoAllowed: [] } },
    );
    expect(outcome).toMatchObject({ state: 'error' });
  });
});
