/** A plan, a background command, a long result and restored files at a real terminal, across a switch of the provider and a kill. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { clientSettings, script, startAll } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { isRunning } from '../../../runtime/test/process/living.ts';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';
import { type OpenTerminal, openTerminal } from '../terminal/open-terminal.ts';

let provider: ScriptedProvider;
let others: Awaited<ReturnType<typeof startAll>>;
let terminal: OpenTerminal;
beforeAll(async () => {
  const propose = (plan: string) => [{ tool: 'propose_plan', args: { plan } }];
  const model = script([
    { when: { result: 'approved' }, call: [{ tool: 'write_file', args: { path: 'made.txt', content: 'x\n' } }] },
    { when: { of: 'write_file' }, say: 'Written.' },
    { when: { user: 'in two steps' }, call: propose('1. Look\n2. Write **made.txt**') },
    { when: { user: '^plan' }, call: propose('Write made.txt') },
    { when: { of: 'run_command' }, say: 'Started.' },
    { when: { user: '^serve' }, call: [{ tool: 'run_command', args: { command: serve, background: true } }] },
    { when: { of: 'list_files' }, say: 'Listed.' },
    { when: { user: '^list' }, call: [{ tool: 'list_files', args: { pattern: '**', path: '.' } }] },
  ]);
  provider = await startProvider(model);
  others = await startAll({ names: ['gemini'], model });
});
afterAll(async () => {
  await terminal?.close();
  await provider.close();
  await others.close();
});

const serve = 'echo "pid $$ of it"; for n in 1 2 3 4 5 6 7 8 9; do echo x > "file-$n"; done; sleep 600';
const start = (args: readonly string[]): OpenTerminal =>
  openTerminal(process.execPath, [...programArgs('main'), '--cwd', provider.workspace, ...args], {
    env: { ...provider.env, ...clientSettings(others.of('gemini')).environment },
    rows: 50,
    cols: 100,
  });
const say = async (text: string, shown: RegExp): Promise<string> => {
  terminal.type(`${text}\r`);
  return terminal.until(shown);
};

test('a plan is changed, then approved across a switch; a job is listed, expanded output is complete, and a kill ends it', async () => {
  terminal = start(['--sandbox', 'off', '--mode', 'plan', '--allow', 'run_command', '--allow', 'write_file']);
  await terminal.until(/> Ask something[\s\S]*plan mode/);
  await say('plan it', /Carry out this plan\?[\s\S]*\[n\] no/);
  await say('/model google/gemini-3.1-pro-preview', /Switching to google\/gemini-3\.1-pro-preview/);
  await say('in two steps', /2\. Write made\.txt[\s\S]*Carry out this plan\?[\s\S]*\[n\] no/);
  expect(existsSync(join(provider.workspace, 'made.txt'))).toBe(false);
  await say(
    'y',
    /Plan mode has ended\. Mode: ask\.[\s\S]*Written\.[\s\S]*> Ask something[\s\S]*gemini-3\.1-pro.*ask mode/,
  );
  expect(existsSync(join(provider.workspace, 'made.txt'))).toBe(true);

  await say('serve', /Started\.[\s\S]*> Ask something[\s\S]*1 job/);
  while (!existsSync(join(provider.workspace, 'file-9'))) await new Promise((resolve) => setTimeout(resolve, 5));
  const listed = await say('/jobs 1', /Job 1 is running\.\s+pid \d+ of it/);
  const pid = Number(/pid (\d+) of it/.exec(listed)?.[1]);
  await say('list them', /more lines \(Ctrl-O\)[\s\S]*Listed\.[\s\S]*> Ask something/);
  terminal.type('\u000f');
  await terminal.until(/list_files, 10 lines:[\s\S]*file-9\n/);

  terminal.kill('SIGKILL');
  await terminal.ended;
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
  terminal = start(['--continue']);
  await terminal.until(/> Ask something[\s\S]*gemini-3\.1-pro/);
  await say('/jobs 1', /Job 1 was running when Interlock was killed, and ended with it\./);
  // The copies from before the kill restore what the tool and the killed command have changed.
  await say('/rewind', /Go back to before which message\?/);
  terminal.type('plan it');
  await terminal.until(/› plan it/);
  terminal.type('\r');
  await terminal.until(/What should be restored\?/);
  terminal.type('\u001b[B\u001b[B\r');
  await terminal.until(/10 files restored\./);
  terminal.type('/quit\r');
  expect(await terminal.ended).toBe(0);
  // The placeholders of the sandbox, also of the one that was killed, are gone too.
  expect(readdirSync(provider.workspace)).toEqual([]);
  const verdicts = [provider.simulator, others.of('gemini')].map(
    ({ log }) => new Set(log.map(({ verdict }) => verdict)),
  );
  expect(verdicts).toEqual([new Set(['accepted']), new Set(['accepted'])]);
});

test('interlock setup at a terminal does not show the key', async () => {
  const { ANTHROPIC_API_KEY: key = '', ...env } = provider.env;
  await terminal.close();
  terminal = openTerminal(process.execPath, [...programArgs('main'), 'setup'], { env });
  await terminal.until(/1 anthropic[\s\S]*A number or a name:/);
  terminal.type('1\r');
  await terminal.until(/Paste the key for anthropic/);
  terminal.type(`\u001b[200~${key}\u001b[201~\r`);
  expect(await terminal.ended).toBe(0);
  expect(terminal.history().replaceAll('\n', '')).toMatch(
    /anthropic\/\S+ answers\. Its key is in .*Start with: interlock$/,
  );
  expect(terminal.raw()).not.toContain(key);
});
