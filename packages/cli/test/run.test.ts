import { execFileSync } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '@interlock/cli';
import { expect, test } from 'vitest';
import { createProgram } from '../src/program/create-program.ts';
import { runCli } from './run-cli.ts';

const exits = `Exit codes:
  0    success; for check and doctor: no problems found
  1    failure: the turn, the input, a limit; or problems were found
  2    could not run: an unknown option or file, an invalid configuration
  3    a bug in interlock
  130  cancelled with Ctrl-C; 143: SIGTERM, 129: SIGHUP, 141: broken pipe
`;

test.each(['--version', '-v', 'version'])('%s', async (asked) => {
  expect(await runCli([asked])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
});

const commands = ['render', 'check', 'simulate', 'sessions', 'doctor', 'models', 'providers', 'config'];

test.each([['--help'], ...commands.map((command) => [command, '--help'])])('%s %s', async (...args) => {
  const { code, stdout, stderr } = await runCli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: interlock /);
  expect(stdout).toContain(args[0] === '--help' ? exits : 'Exit codes: 0 ');
  // Without a terminal, the help is written for 80 columns.
  expect(stdout.split('\n').filter((line) => line.length > 80 && !/^ {2}(interlock|source) /.test(line))).toEqual([]);
});

test.each([
  [['help'], ['--help']],
  [
    ['help', 'render'],
    ['render', '--help'],
  ],
  [
    ['help', 'sessions', 'list'],
    ['sessions', 'list', '--help'],
  ],
])('%j is the same as %j', async (asked, usual) => {
  expect(await runCli(asked)).toEqual(await runCli(usual));
});

test('help with an unknown command is passed to the agent', async () => {
  expect(await runCli(['--offline', '--no-session', '-q', 'help', 'me'], { stdin: '' })).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^I am a scripted model /),
    stderr: '',
  });
});

test.each([
  [
    ['--\u001b]0;evil\u0007x\u001b[2J\ninterlock: all is well\u202e'],
    'There is no option -- ]0;evil x [2J interlock: all is well .\nSee interlock --help.\n',
  ],
  [['--modle', 'x'], 'There is no option --modle. Did you mean one of --mode, --model?\nSee interlock --help.\n'],
  [['sessions', 'lst'], 'There is no command "lst". Did you mean list?\nSee interlock sessions --help.\n'],
  [['sessions', 'show'], '<id> is missing.\nSee interlock sessions show --help.\n'],
  [['--model'], '--model needs a value: --model <target>\nSee interlock --help.\n'],
  [['config', 'x'], 'config takes no argument, but got 1: x.\nSee interlock config --help.\n'],
  [['completion', 'tcsh'], '<shell> cannot be "tcsh". Use one of bash, zsh, fish.\nSee interlock completion --help.\n'],
  [['--offline', 'sessions', 'list'], '--offline must come after the command: interlock sessions list --offline …\n'],
  [
    ['--model', 'x', 'sessions', 'list'],
    '--model is an option of the agent, not of interlock sessions list.\nSee interlock sessions list --help.\n',
  ],
])('%j: says what is wrong, and where to look', async (args, message) => {
  expect(await runCli(args)).toEqual({ code: 2, stdout: '', stderr: `interlock: ${message}` });
});

test('--help names every option and every command', async () => {
  const { stdout } = await runCli(['--help']);
  const pending = { out: [], err: [] };
  const known = { protocols: [], providers: [], simulators: [] };
  const io = { stdin: Readable.from([]), stdout: new Writable(), stderr: new Writable(), env: {} };
  const program = createProgram({ io, pending, finish: () => undefined, names: known });
  const flags = program.options.map((option) => option.flags);
  const names = program.commands.map((command) => command.name()).filter((name) => !name.startsWith('_'));
  expect(flags.filter((each) => !stdout.includes(`  ${each} `))).toEqual([]);
  expect(names.filter((name) => !stdout.includes(`\n  ${name} `))).toEqual([]);
  expect((await runCli(['--offline', '--help'])).stdout).toBe(stdout);
});

test.each(['render', 'check', 'simulate', 'sessions', 'doctor'])('%s --help has its own examples', async (command) => {
  const { stdout } = await runCli([command, '--help']);
  const examples = /Examples:\n((?: {2}.*\n)+)/.exec(stdout)?.[1] ?? '';
  expect(examples.split('\n').filter((line) => line.includes(`interlock ${command} `)).length).toBeGreaterThan(2);
});

test('nothing to do and no terminal: says what to do instead, with that exit code', async () => {
  expect(await runCli([], { stdin: '' })).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'interlock: There is no terminal and no prompt.\n' +
      'Give a prompt, interlock -p "…", or pipe one in. interlock --offline shows what it can do.\n',
  });
});

test('a mistyped command', async () => {
  expect(await runCli(['rendr', 'history.json'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'interlock: There is no command "rendr". Did you mean "render"?\n' +
      'To send it to the agent: interlock -p "rendr history.json"\n',
  });
});

test('an option after a command belongs to that command', async () => {
  const { code, stderr } = await runCli(['doctor', '--model', 'anthropic']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^interlock: There is no option --model\.\n/),
  });
});

test('names an unwritable state folder, and runs nothing', async () => {
  const env = { HOME: '/nowhere', XDG_STATE_HOME: '/proc/1/state' };
  const { code, stdout, stderr } = await runCli(['--offline', '-q', '-p', 'hello'], { env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(' /proc/1/state/interlock/');
});

test('an empty HOME counts as none: does not look for user files in the current folder', () => {
  const program = `import('${new URL('../src/config/folders.ts', import.meta.url)}')
    .then(({ foldersOf }) => console.log(JSON.stringify(foldersOf(process.env))))`;
  for (const HOME of ['', 'relative']) {
    const printed = execFileSync(process.execPath, ['--conditions=@interlock/source', '-e', program], {
      env: { PATH: process.env['PATH'] ?? '', HOME },
      encoding: 'utf8',
    });
    expect(Object.values(JSON.parse(printed)).filter((path) => !isAbsolute(String(path)))).toEqual([]);
  }
});

test('an internal error: exit code 3, one line', async () => {
  const env = new Proxy(
    {},
    {
      get: () => {
        throw new TypeError('nobody thought of\nthis');
      },
    },
  );
  expect(await runCli(['sessions', 'list'], { env })).toEqual({
    code: 3,
    stdout: '',
    stderr: 'interlock: nobody thought of this (a bug in interlock; please report it)\n',
  });
});

test('a stack only with --debug', async () => {
  const missing = ['sessions', 'show', 'none', '--config', 'no-such-file.json'];
  expect((await runCli(missing)).stderr).not.toMatch(/^ {4}at /m);
  const { code, stderr } = await runCli([...missing, '--debug']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^interlock: There is no file .*no-such-file\.json\.\n[\s\S]*^ {4}at /m);
});

const history = '[{"speaker":"human","blocks":[{"type":"text","text":"hello"}]}]';

/** A stream that fails as the system would. */
function failing(code: string): Writable {
  const write = (_chunk: unknown, _encoding: string, done: (error: Error) => void): void =>
    done(Object.assign(new Error(`${code}: it is so`), { code }));
  return new Writable({ write }).on('error', () => {});
}

test.each([
  ['EPIPE', 0, ''],
  ['ENOSPC', 2, 'interlock: The output cannot be written: ENOSPC: it is so\n'],
])('output that ends in %s: exit code %i', async (error, code, message) => {
  const chunks: Buffer[] = [];
  const stderr = new Writable({ write: (chunk, _, done) => done(void chunks.push(chunk) as undefined) });
  const io = { stdin: Readable.from([history]), stdout: failing(error), stderr, env: {} };
  expect(await run(['render', '--to', 'openai'], io)).toBe(code);
  expect(Buffer.concat(chunks).toString()).toBe(message);
});

test('if nothing can be written, only the exit code reports the failure', async () => {
  const io = { stdin: Readable.from(['']), stdout: failing('EIO'), stderr: failing('EIO'), env: {} };
  expect(await run(['render', '--to', 'openai'], io)).toBe(2);
});
