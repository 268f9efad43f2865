/** Which calls run without asking, are asked about or are refused in each mode: with real sessions, files, commands and a real sandbox. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApprovalMode,
  approvalModes,
  builtInTools,
  createMemoryStore,
  defineTool,
  resumeSession,
  type Sandbox,
} from '../../src/index.ts';
import { type FencedFolder, fencedFolder } from '../process/confinement/fenced-folder.ts';
import { confiningKinds, openIn } from '../process/confinement/machine.ts';
import { type Call, type Fate, type JudgedSession, openJudged } from './judged-session.ts';

const other = defineTool({
  name: 'other_tool',
  description: 'Does who knows what.',
  parameters: Type.Object({}),
  kind: 'other',
  run: () => 'done',
});

const write = (path: string): Call => ['write_file', { path, content: 'new' }];
const command = (line: string, more: object = {}): Call => ['run_command', { command: line, ...more }];

/** The outcomes in the order of `approvalModes`: ask, accept-edits, plan, confined. */
type Row = readonly [what: string, call: Call, fates: readonly Fate[]];

const same = (fate: Fate): readonly Fate[] => [fate, fate, fate, fate];

/** `ofCommands`: the outcome in confined mode, which depends on whether there is a sandbox. */
const rowsWith = (beside: string, ofCommands: Fate): readonly Row[] => [
  ['a file is read', ['read_file', { path: 'src/file' }], same('runs')],
  ['a folder is listed', ['list_files', {}], same('runs')],
  ['files are searched', ['search_files', { pattern: 'inside' }], same('runs')],
  ['a file is written', write('new.txt'), ['asks', 'runs', 'refuses', 'runs']],
  [
    'a file is edited',
    ['edit_file', { path: 'src/file', old_text: 'inside', new_text: 'INSIDE' }],
    ['asks', 'runs', 'refuses', 'runs'],
  ],
  ['a file beside the workspace is written', write(join(beside, 'new.txt')), ['asks', 'asks', 'refuses', 'asks']],
  ['a file that a rule denies', write('denied.txt'), same('refuses')],
  ['a file that a rule asks about', write('asked.txt'), ['asks', 'asks', 'refuses', 'asks']],
  ['a file that a rule allows', write('allowed.txt'), ['runs', 'runs', 'refuses', 'runs']],
  ['a command that reads', command('ls src'), same('runs')],
  ['a command that reads outside', command('cat /etc/hostname'), ['asks', 'asks', 'refuses', ofCommands]],
  ['a command that writes', command('touch made'), ['asks', 'asks', 'refuses', ofCommands]],
  ['a command that a rule allows', command('mkdir -p allowed'), ['runs', 'runs', 'refuses', 'runs']],
  ['a command that a rule asks about', command('git push'), ['asks', 'asks', 'refuses', 'asks']],
  ['a command that a rule denies', command('rm -r src'), same('refuses')],
  ['an address', ['fetch_url', { url: 'https://example.com/' }], ['asks', 'asks', 'refuses', 'asks']],
  [
    'an address that a rule asks about',
    ['fetch_url', { url: 'https://asked.example.com/' }],
    ['asks', 'asks', 'asks', 'asks'],
  ],
  ['a tool that says nothing of itself', ['other_tool', {}], ['asks', 'asks', 'refuses', 'asks']],
];

const rules = [
  { verdict: 'deny', tool: 'write_file', pattern: 'denied.txt' },
  { verdict: 'ask', tool: 'write_file', pattern: 'asked.txt' },
  { verdict: 'allow', tool: 'write_file', pattern: 'allowed.txt' },
  { verdict: 'allow', tool: 'run_command', pattern: 'mkdir *' },
  { verdict: 'ask', tool: 'run_command', pattern: 'git push *' },
  { verdict: 'deny', tool: 'run_command', pattern: 'rm *' },
  { verdict: 'ask', tool: 'fetch_url', pattern: 'https://asked.example.com/*' },
] as const;

const kinds = await confiningKinds();

describe.each([undefined, ...kinds.slice(0, 1)])('sandbox: %s', (kind) => {
  let folder: FencedFolder;
  let sandbox: Sandbox | undefined;
  let judged: JudgedSession;
  let rows: readonly Row[];
  beforeAll(async () => {
    folder = await fencedFolder();
    const beside = join(folder.outside, 'beside');
    mkdirSync(beside);
    sandbox = kind === undefined ? undefined : await openIn(folder, kind);
    const built = builtInTools({ network: true, ...(sandbox === undefined ? {} : { sandbox }) });
    judged = await openJudged({ workspace: folder.root, alsoAllowed: [beside], tools: [...built, other], rules });
    rows = [
      ...rowsWith(beside, sandbox === undefined ? 'asks' : 'runs'),
      ...(sandbox === undefined
        ? []
        : ([
            ['leaving the sandbox', command('touch x', { unconfined: true }), ['asks', 'asks', 'refuses', 'asks']],
            ['a host', command('curl x', { hosts: ['api.example.com'] }), ['asks', 'asks', 'refuses', 'asks']],
          ] satisfies readonly Row[])),
    ];
  });
  afterAll(async () => {
    await judged.close();
    await sandbox?.close();
    await folder.remove();
  });

  test.each([...approvalModes.entries()])('%i %s', async (at, mode) => {
    judged.session.setMode(mode);
    expect(judged.session.state.mode).toBe(mode);
    const all = await judged.judge(rows.map(([, call]) => call));
    expect(Object.fromEntries(rows.map(([what], row) => [what, all[row]]))).toEqual(
      Object.fromEntries(rows.map(([what, , fates]) => [what, fates[at]])),
    );
    expect([existsSync(join(folder.root, 'denied.txt')), existsSync(join(folder.root, 'asked.txt'))]).toEqual([
      false,
      false,
    ]);
  });
});

test.each(['ask', 'accept-edits', 'plan'] as const)(
  'a session starts in the given mode: %s',
  async (mode: ApprovalMode) => {
    const judged = await openJudged({ mode });
    const expected: Readonly<Record<string, Fate>> = { ask: 'asks', 'accept-edits': 'runs', plan: 'refuses' };
    expect([judged.session.state.mode, await judged.judge([write('x')])]).toEqual([mode, [expected[mode]]]);
    await judged.close();
  },
);

test('the model is told that the mode is the reason', async () => {
  const judged = await openJudged({ mode: 'plan' });
  await judged.judge([write('x')]);
  expect(judged.outcomes()).toEqual([
    {
      state: 'denied',
      partial:
        'The session is in plan mode, in which only reading is allowed. Propose your changes with propose_plan, or describe them if you do not have that tool; the user can change the mode.',
    },
  ]);
  await judged.close();
});

test('does not ask about a call that cannot succeed', async () => {
  const judged = await openJudged();
  writeFileSync(join(judged.workspace, 'two'), 'same\nsame\n');
  mkdirSync(join(judged.workspace, 'folder'));
  const calls: readonly Call[] = [
    ['edit_file', { path: 'two', old_text: 'absent', new_text: 'x' }],
    ['edit_file', { path: 'two', old_text: 'same', new_text: 'x' }],
    ['edit_file', { path: 'nowhere', old_text: 'a', new_text: 'x' }],
    write('.git/hooks/pre-commit'),
    write('.interlock/config.json'),
    write('/etc/passwd'),
    write('../outside'),
    write('folder'),
    write('two/below'),
    command('touch x', { cwd: 'nowhere' }),
    ['fetch_url', { url: 'file:///etc/passwd' }],
  ];
  expect([await judged.judge(calls), judged.asked]).toEqual([calls.map(() => 'refuses'), []]);
  expect(judged.outcomes().map(({ state }) => state)).toEqual(calls.map(() => 'error'));
  await judged.close();
});

describe('rules that are remembered and removed', () => {
  const rule = { verdict: 'allow', tool: 'run_command', pattern: 'touch *' } as const;
  const calls = [command('touch made')];

  test('apply from the next call on and after a resume', async () => {
    const store = createMemoryStore();
    const judged = await openJudged({ store });
    const { session } = judged;
    const fates = async (): Promise<readonly Fate[]> => judged.judge(calls);
    expect(await fates()).toEqual(['asks']);
    session.remember(rule);
    expect([await fates(), session.state.rules]).toEqual([['runs'], [rule]]);
    expect([session.forget(rule), session.forget(rule)]).toEqual([true, false]);
    expect([await fates(), session.state.rules]).toEqual([['asks'], []]);
    session.remember(rule);
    await session.close();
    const options = { store, id: session.id, route: { provider: 'ollama', model: 'x' }, workspace: judged.workspace };
    const resumed = await resumeSession(options);
    expect(resumed.state.rules).toEqual([rule]);
    resumed.forget(rule);
    await resumed.close();
    const again = await resumeSession(options);
    expect(again.state.rules).toEqual([]);
    await again.close();
    await judged.close();
  });
});
