/** The interactive program as a process in a real pseudo-terminal, for what only the system can show. The tests wait only for what is visible. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { fromLine } from './from-line.ts';
import { atRest, startProgram } from './start-program.ts';

describe.concurrent('a process', () => {
  test('typing before the session is ready, streaming Markdown, a second turn, history, several lines', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(/^> /m);
    // As soon as there is a prompt, before anything else is shown.
    terminal.type('hello\r');
    await terminal.until(/You said: hello/);
    expect(fromLine(await terminal.until(atRest), '· Two')).toBe(
      [
        '· Two providers found.',
        '',
        '> hello',
        '',
        'You said: hello',
        '',
        '> Ask something; /help lists the commands',
        'anthropic/claude-opus-4-5 · …',
      ].join('\n'),
    );
    terminal.type('code\r');
    await terminal.until(/two\n\n> Ask/);
    expect(terminal.screen()).toContain('const x = 1;');
    terminal.type('\u001b[A\u001b[A');
    await terminal.until(/> hello\n/);
    terminal.type('\u001b[B\u001b[B\u001b[B');
    await terminal.until(atRest);
    terminal.type('lines one\\\rtwo\u001b\rthree\nfour');
    expect(fromLine(await terminal.until(/four/), '> lines')).toBe(
      '> lines one\n  two\n  three\n  four\nanthropic/claude-opus-4-5 · …',
    );
    expect(terminal.cursor()).toMatchObject({ isShown: true, column: 6 });
    terminal.type('\r');
    await terminal.until(/I got: lines one\n *two\n *three\n *four/);
  });

  test('a program killed during a fan-out loses neither finished results nor queued messages, which go with the next message', async (context) => {
    const { expect } = context;
    const started = startProgram(context, { rows: 40 });
    await started.terminal.until(atRest);
    started.terminal.type('fan out\r');
    await started.terminal.until(/waiting for e/);
    started.open('a', 'b');
    await started.terminal.until(/a is open[\s\S]*b is open/);
    started.terminal.type('and then the other thing\r');
    await started.terminal.until(/waiting: and then the other thing/);
    while (!started.stored().includes('"text-queued"')) await new Promise((resolve) => setTimeout(resolve, 5));
    started.terminal.kill('SIGKILL');
    await started.terminal.ended;
    const resumed = started.again(started.sessionId());
    const screen = await resumed.until(atRest);
    expect(screen).toMatch(/> fan out\n\nFive at once\./);
    expect([screen.match(/is open/g)?.length, screen.match(/gate: [cde] · interrupted/g)?.length]).toEqual([2, 3]);
    expect(screen).toMatch(
      /Not yet sent: “and then the other thing”\. It is sent with your next message\.[\s\S]*\nwaiting: and then the other thing\n/,
    );
    resumed.type('hello\r');
    await resumed.until(
      /> and then the other thing\n\n> hello\n\nAll tools have ended: a is open\nb is open\nThis tool call was interrupted/,
    );
    expect(await resumed.until(atRest)).not.toContain('waiting:');
  });
});

describe.concurrent('the terminal', () => {
  const left = {
    bracketedPasteMode: false,
    wraparoundMode: true,
    synchronizedOutputMode: false,
    mouseTrackingMode: 'none',
  };

  test('Ctrl-C clears the input, then exits when pressed twice', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(atRest);
    expect(terminal.modes().bracketedPasteMode).toBe(true);
    terminal.type('unsent');
    await terminal.until(/> unsent/);
    terminal.type('\u0003');
    await terminal.until(/> Ask something[\s\S]*press Ctrl-C again to exit/);
    terminal.type('x');
    await terminal.until(/> x\nanthropic/);
    terminal.type('\u0003');
    await terminal.until(/press Ctrl-C again to exit/);
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(0);
    expect(terminal.modes()).toMatchObject(left);
    expect(terminal.cursor()).toMatchObject({ isShown: true, column: 0 });
    expect(terminal.screen()).toBe('· Two providers found.');
  });

  test.for([
    ['Ctrl-D', undefined, 0],
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGHUP', 'SIGHUP', 129],
    ['SIGINT', 'SIGINT', 130],
  ] as const)('is restored after %s, also during a turn', async ([_, signal, code], context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(atRest);
    terminal.type('hold\r');
    await terminal.until(/waiting for a/);
    if (signal === undefined) terminal.type('\u0004');
    else terminal.kill(signal);
    expect(await terminal.ended).toBe(code);
    expect(terminal.modes()).toMatchObject(left);
    expect(terminal.cursor().isShown).toBe(true);
    expect(terminal.screen()).toMatch(/To continue: interlock --resume [0-9a-f-]{36}$/);
  });

  test('is restored after an internal error, which is reported in one line', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(atRest);
    // This makes the test program throw an uncaught error.
    terminal.kill('SIGUSR2');
    expect(await terminal.ended).toBe(3);
    expect(terminal.modes()).toMatchObject(left);
    expect(terminal.screen()).toMatch(/interlock: It broke\. \(a bug in interlock; please report it\)$/);
  });

  test('is restored if the agent cannot be opened, and the caller reports the reason', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context, { env: { TEST_AGENT: 'broken' } });
    expect(await terminal.ended).toBe(2);
    expect(terminal.modes()).toMatchObject(left);
    expect(terminal.screen()).toMatch(/^There is no agent\.$/m);
  });

  test('Ctrl-Z and Ctrl-L leave it intact', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(atRest);
    terminal.type('\u001a');
    await terminal.until(() => terminal.raw().split('\u001b[?2004h').length === 3);
    terminal.type('a');
    await terminal.until(/> a\nanthropic/);
    terminal.type('\u000cb');
    expect(await terminal.until(/> ab/)).toMatch(/^\n?> ab\nanthropic[^\n]*$/);
  });

  test('at 40 columns and after resizing, nothing is split or left behind', async (context) => {
    const { expect } = context;
    const { terminal, open } = startProgram(context, { cols: 100, rows: 20 });
    await terminal.until(atRest);
    terminal.type('hold\r');
    await terminal.until(/waiting for a/);
    const sizes = [
      [40, 20],
      [60, 12],
      [40, 30],
      [200, 20],
      [80, 24],
    ] as const;
    for (const [at, [cols, rows]] of sizes.entries()) {
      terminal.resize(cols, rows);
      terminal.type(`${at}`);
      const typed = '01234'.slice(0, at + 1);
      const screen = await terminal.until(new RegExp(`> ${typed}\\n[^\\n]*claude`));
      expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(cols);
      // One prompt, one call, one status line.
      expect(
        [screen.match(/^> 0/gm), screen.match(/hold gate: a/g), screen.match(/claude-opus-4-5 ·/g)].map(
          (found) => found?.length,
        ),
      ).toEqual([1, 1, 1]);
    }
    terminal.type('\u0015');
    open('a');
    await terminal.until(/All tools have ended: a is open/);
    expect(terminal.history().match(/hold gate: a/g)).toHaveLength(1);
  });

  test('a dumb terminal is used line by line', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startProgram(context, { env: { TERM: 'dumb' } });
    await terminal.until(/providers found\.\n>$/);
    terminal.type('hello\r');
    await terminal.until(/You said: hello\n>$/);
    terminal.type('change one\r');
    await terminal.until(/Allow change\?/);
    terminal.type('y\r');
    await terminal.until(/The tool said: one is changed\n>$/);
    expect(existsSync(join(workspace, 'changed-one'))).toBe(true);
    terminal.type('/model\r');
    await terminal.until(/2 openai\/gpt-5\.5 \(400k\)/);
    terminal.type('2\r');
    await terminal.until(/The next message goes to openai\/gpt-5\.5/);
    terminal.type('hello\r');
    // Shown once.
    expect(await terminal.until(/gpt-5[\s\S]*You said: hello\n>$/)).not.toContain('From now on');
    expect(terminal.raw()).not.toContain('\u001b');
    terminal.type('\u0004');
    expect(await terminal.ended).toBe(0);
  });
});
