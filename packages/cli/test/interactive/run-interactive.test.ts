/** The interactive program in a real pseudo-terminal. Nothing is waited for but what can be seen. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, test } from 'vitest';
import { atRest, startProgram } from './start-program.ts';

/** From the first line that holds this one on, without numbers that differ. */
const from = (screen: string, start: string): string =>
  screen
    .slice(screen.indexOf(start))
    .replaceAll(/\d+\.\d s/g, '0.0 s')
    .replaceAll(/claude-opus-4-5 · [^\n]*/g, 'claude-opus-4-5 · …');

describe.concurrent('talking', () => {
  test('typing before the session is there, streaming Markdown, a second turn, history, several lines', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(/^> /m);
    // As soon as there is a prompt, and before anything else is.
    terminal.type('hello\r');
    await terminal.until(/You said: hello/);
    expect(from(await terminal.until(atRest), '· Two')).toBe(
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
    expect(from(await terminal.until(/four/), '> lines')).toBe(
      '> lines one\n  two\n  three\n  four\nanthropic/claude-opus-4-5 · …',
    );
    expect(terminal.cursor).toMatchObject({ isShown: true, column: 6 });
    terminal.type('\r');
    await terminal.until(/I got: lines one\n *two\n *three\n *four/);
  });

  test('the next run has what was typed: Up, Ctrl-R, undo; but nothing that began with a space', async (context) => {
    const { expect } = context;
    const { terminal, again } = startProgram(context);
    await terminal.until(atRest);
    for (const [text, answer] of [
      ['first words', /You said: first words/],
      [' hidden words', /You said: +hidden words/],
      ['second\u001b\rline', /You said: second\n *line/],
    ] as const) {
      terminal.type(`${text}\r`);
      await terminal.until(answer);
      await terminal.until(atRest);
    }
    terminal.type('\u0004');
    await terminal.ended;
    const next = again();
    await next.until(atRest);
    next.type('\u001b[A');
    await next.until(/> second\n {2}line\n/);
    next.type('\u001b[A\u001b[A\u001b[A');
    expect(from(await next.until(/> first words\n/), '> first')).toBe('> first words\nanthropic/claude-opus-4-5 · …');
    next.type('\u001f');
    await next.until(atRest);
    next.type('words\u0012');
    expect(from(await next.until(/typing searches\n[^\n]*claude/), 'Said')).toBe(
      [
        'Said before: words',
        '› first words',
        'Enter chooses · Esc leaves · typing searches',
        'anthropic/claude-opus-4-5 · …',
      ].join('\n'),
    );
    next.type('\r');
    await next.until(/> first words\n/);
    next.type('\u001f');
    await next.until(/> words\n/);
    next.type('\u001b/!\r');
    await next.until(/You said: first words!/);
  });

  test('thinking is folded, and shown after /thinking', async (context) => {
    const { terminal } = startProgram(context);
    await terminal.until(atRest);
    terminal.type('think\r');
    await terminal.until(/thought \(5 words\)\n\nThought about it/);
    await terminal.until(atRest);
    terminal.type('/thinking\r');
    await terminal.until(/Thinking is shown/);
    terminal.type('think\r');
    await terminal.until(/First I ponder the question\.\n\nThought about it/);
  });

  test('a long answer is in the scrollback whole, and once', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context, { rows: 12 });
    await terminal.until(atRest);
    terminal.type('long\r');
    await terminal.until(/Paragraph 60\./);
    await terminal.until(atRest);
    const said = [...terminal.history().matchAll(/Paragraph (\d+)\./g)].map(([, number]) => Number(number));
    expect(said).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  });

  test('a long paste is a label until it is sent; names of files and commands are completed', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startProgram(context);
    writeFileSync(join(workspace, 'notes.txt'), 'remember the milk');
    writeFileSync(join(workspace, '.gitignore'), 'secret.txt\n');
    writeFileSync(join(workspace, 'secret.txt'), '');
    await terminal.until(atRest);
    terminal.type(`lines \u001b[200~${'x\n'.repeat(119)}end\u001b[201~`);
    await terminal.until(/> lines \[pasted 120 lines\]\n/);
    terminal.type('\r');
    await terminal.until(/\nend\n\n> Ask/);
    await terminal.until(atRest);
    terminal.type('see @t');
    const offered = await terminal.until(/@notes\.txt/);
    expect(offered).not.toContain('secret');
    terminal.type('\t!\r');
    await terminal.until(/You said: see @notes\.txt !\n<file path="notes\.txt">\nremember the milk/);
    await terminal.until(atRest);
    terminal.type('/con');
    await terminal.until(/› \/context/);
    terminal.type('\r');
    await terminal.until(/used so far/);
    terminal.type('/nonsense\r');
    await terminal.until(/There is no command \/nonsense/);
  });
});

test.concurrent('Ctrl-V takes the picture in the clipboard, or says that there is none', async (context) => {
  const bin = mkdtempSync(join(tmpdir(), 'interlock-bin-'));
  context.onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  const sign = '\\211PNG\\r\\n\\032\\n';
  const script = `[ -e '${bin}/picture' ] || exit 1\ncase "$*" in *TARGETS*) echo image/png ;; *) printf '${sign}' ;; esac`;
  writeFileSync(join(bin, 'xclip'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':0' };
  const { terminal } = startProgram(context, { env });
  await terminal.until(atRest);
  terminal.type('see \u0016');
  await terminal.until(/There is no picture in the clipboard\./);
  writeFileSync(join(bin, 'picture'), '');
  terminal.type('\u0016');
  await terminal.until(/> see \[image\]\n/);
  terminal.type('\r');
  await terminal.until(/\n> see \[image\]\n\nYou said: see/);
});

describe.concurrent('turns', () => {
  test('REQ-915-050 a switch in the middle of a turn waits for its end, is applied, and the next request goes there', async (context) => {
    const { expect } = context;
    const { terminal, open } = startProgram(context);
    await terminal.until(atRest);
    terminal.type('fan out\r');
    await terminal.until(/waiting for e/);
    terminal.type('/model\r');
    expect(from(await terminal.until(/typing searches\n[^\n]*claude/), 'Which')).toBe(
      [
        'Which model?',
        '› anthropic/claude-opus-4-5  now · 200k',
        '  openai/gpt-5.5  400k',
        '  mistral/mistral-large-latest  no key: set MISTRAL_API_KEY',
        'Enter chooses · Esc leaves · typing searches',
        'anthropic/claude-opus-4-5 · …',
      ].join('\n'),
    );
    terminal.type('gpt\r');
    await terminal.until(/After this turn: openai\/gpt-5\.5\./);
    expect(terminal.screen()).toMatch(/anthropic\/claude-opus-4-5 · .*openai\/gpt-5\.5/);
    open('a', 'b', 'c', 'd', 'e');
    await terminal.until(/e is open\.\n\n· From now on: openai\/gpt-5\.5/);
    terminal.type('hello\r');
    await terminal.until(/You said: hello/);
    await terminal.until(/> Ask something[^\n]*\nopenai\/gpt-5\.5/);
    terminal.type('/diagnostics\r');
    await terminal.until(/went to openai\/gpt-5\.5/);
  });

  test('Esc in a fan-out cancels it and keeps what was done; the conversation goes on', async (context) => {
    const { expect } = context;
    const { terminal, open } = startProgram(context, { rows: 40 });
    await terminal.until(atRest);
    terminal.type('fan out\r');
    await terminal.until(/waiting for e/);
    open('a', 'b');
    await terminal.until(/a is open[\s\S]*b is open/);
    terminal.type('\u001b');
    const cancelled = await terminal.until(/Cancelled\./);
    expect(cancelled.match(/gate: [cde] · interrupted/g)).toHaveLength(3);
    await terminal.until(atRest);
    // The model hears of what was finished, and of what was not.
    terminal.type('hello\r');
    await terminal.until(/> hello\n\nAll tools have ended: a is open\nb is open\nThis tool call was interrupted/);
  });

  test('Esc in the middle of an answer keeps what came', async (context) => {
    const { terminal, open } = startProgram(context);
    await terminal.until(atRest);
    open('stall');
    terminal.type('long\r');
    await terminal.until(/Paragraph 1\./);
    terminal.type('\u001b');
    await terminal.until(/Paragraph 1\.[\s\S]*Cancelled\./);
    await terminal.until(atRest);
  });

  test('what is said while tools run waits, and then steers the model', async (context) => {
    const { expect } = context;
    const { terminal, open } = startProgram(context);
    await terminal.until(atRest);
    terminal.type('hold\r');
    await terminal.until(/waiting for a/);
    terminal.type('instead tell me a joke\r');
    await terminal.until(/waiting: instead tell me a joke/);
    open('a');
    const done = await terminal.until(/So be it: instead tell me a joke\./);
    expect(done).toMatch(/a is open\n\n> instead tell me a joke\n\nSo be it/);
  });
});

describe.concurrent('questions', () => {
  test('y once, n not, a from now on', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startProgram(context, { rows: 50 });
    const changed = join(workspace, 'changed-one');
    await terminal.until(atRest);
    terminal.type('change one\r');
    await terminal.until(/May change run\?\n +one\n/);
    terminal.type('n\r');
    await terminal.until(/not allowed[\s\S]*The tool said/);
    await terminal.until(atRest);
    expect(existsSync(changed)).toBe(false);
    terminal.type('change one\r');
    await terminal.until(/May change run/);
    terminal.type('y\r');
    await terminal.until(/The tool said: one is changed/);
    await terminal.until(atRest);
    expect(existsSync(changed)).toBe(true);
    terminal.type('change one\r');
    await terminal.until(/May change run/);
    terminal.type('a\r');
    await terminal.until(/Always allow:\n› exactly this, in this session {2}change\(one\)/);
    terminal.type('\r');
    await terminal.until((screen) => screen.split('one is changed\n\n>').length === 3 && atRest.test(screen));
    terminal.type('change two\r');
    await terminal.until((screen) => screen.split('one is changed\n\n>').length === 4 && atRest.test(screen));
    terminal.type('/tools\r');
    await terminal.until(/allow change\(one\)/);
  });

  test('anything else denies it and tells the model; Esc cancels', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startProgram(context);
    await terminal.until(atRest);
    terminal.type('change one\r');
    await terminal.until(/May change run/);
    // Also where it begins like an answer.
    terminal.type('yes and no\r');
    await terminal.until(/not allowed[\s\S]*> yes and no/);
    await terminal.until(atRest);
    terminal.type('change one\r');
    await terminal.until(/May change run/);
    terminal.type('\u001b');
    await terminal.until(/Cancelled\./);
    await terminal.until(atRest);
    expect(existsSync(join(workspace, 'changed-one'))).toBe(false);
  });
});

describe.concurrent('sessions', () => {
  test('a program that is killed in a fan-out loses nothing that was finished', async (context) => {
    const { expect } = context;
    const started = startProgram(context);
    await started.terminal.until(atRest);
    started.terminal.type('fan out\r');
    await started.terminal.until(/waiting for e/);
    started.open('a', 'b');
    await started.terminal.until(/a is open[\s\S]*b is open/);
    started.terminal.kill('SIGKILL');
    await started.terminal.ended;
    const resumed = started.again(started.sessionId());
    const screen = await resumed.until(atRest);
    expect(screen).toMatch(/> fan out\n\nFive at once\./);
    expect([screen.match(/is open/g)?.length, screen.match(/gate: [cde] · interrupted/g)?.length]).toEqual([2, 3]);
    resumed.type('hello\r');
    await resumed.until(/> hello\n\nAll tools have ended: a is open\nb is open\nThis tool call was interrupted/);
  });

  test('a program that is killed while something waits has it afterwards, says so, and sends it with the next message', async (context) => {
    const { expect } = context;
    const started = startProgram(context);
    await started.terminal.until(atRest);
    started.terminal.type('hold\r');
    await started.terminal.until(/waiting for a/);
    started.terminal.type('and then the other thing\r');
    await started.terminal.until(/waiting: and then the other thing/);
    while (!started.stored().includes('"text-queued"')) await new Promise((resolve) => setTimeout(resolve, 5));
    started.terminal.kill('SIGKILL');
    await started.terminal.ended;
    const resumed = started.again(started.sessionId());
    const screen = await resumed.until(atRest);
    expect(screen).toMatch(
      /Not yet sent: “and then the other thing”\. It goes with your next message\.[\s\S]*\nwaiting: and then the other thing\n/,
    );
    resumed.type('hello\r');
    await resumed.until(
      /> and then the other thing\n\n> hello\n\nAll tools have ended: This tool call was interrupted/,
    );
    expect(await resumed.until(atRest)).not.toContain('waiting:');
  });

  test('/fork, /rewind, /resume and /sessions', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context, { rows: 40 });
    await terminal.until(atRest);
    for (const text of ['first', 'second']) {
      terminal.type(`${text}\r`);
      await terminal.until(new RegExp(`You said: ${text}`));
      await terminal.until(atRest);
    }
    terminal.type('/rewind\r');
    await terminal.until(/› second {2}message 2\n {2}first {2}message 1/);
    terminal.type('\r');
    await terminal.until(/> second\nanthropic/);
    terminal.type(' time\r');
    await terminal.until(/You said: second time/);
    await terminal.until(atRest);
    terminal.type('/sessions\r');
    await terminal.until(/first \([^\n]*this one\)\n[^\n]*first \(2 turns/);
    terminal.type('/fork\r');
    await terminal.until(/This is a copy now/);
    terminal.type('/resume\r');
    await terminal.until(/Go on with which conversation\?/);
    terminal.type('\r');
    await terminal.until(/2 turns[\s\S]*> first[\s\S]*> second/);
    await terminal.until(atRest);
    terminal.type('/export told.md\r');
    await terminal.until(/Written to [\s\S]*told\.md/);
    terminal.type('/doctor\r');
    await terminal.until(/All is well/);
    terminal.type('/quit\r');
    expect(await terminal.ended).toBe(0);
  });
});

describe.concurrent('the terminal', () => {
  const left = {
    bracketedPasteMode: false,
    wraparoundMode: true,
    synchronizedOutputMode: false,
    mouseTrackingMode: 'none',
  };

  test.for([
    ['a list item of 80 KB', 'hostile item', /word/],
    ['an address of 80 KB', 'hostile address', /a\+a\.a\+a/],
  ] as const)('Ctrl-C stops and leaves while %s is drawn', async ([, said, shown], context) => {
    const { expect } = context;
    const { terminal, open, stored } = startProgram(context);
    await terminal.until(atRest);
    // Most of it is there, the rest never comes.
    open('halt');
    terminal.type(`${said}\r`);
    await terminal.until(shown);
    terminal.type('\u0003');
    await terminal.until(/Ctrl-C again leaves/);
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(0);
    expect(stored()).toMatch(/"turn-end".*"cancelled"/);
  });

  test('Ctrl-C clears the input, then leaves when it comes twice', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(atRest);
    expect(terminal.modes.bracketedPasteMode).toBe(true);
    terminal.type('unsent');
    await terminal.until(/> unsent/);
    terminal.type('\u0003');
    await terminal.until(/> Ask something[\s\S]*Ctrl-C again leaves/);
    terminal.type('x');
    await terminal.until(/> x\nanthropic/);
    terminal.type('\u0003');
    await terminal.until(/Ctrl-C again leaves/);
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(0);
    expect(terminal.modes).toMatchObject(left);
    expect(terminal.cursor).toMatchObject({ isShown: true, column: 0 });
    expect(terminal.screen()).toBe('· Two providers found.');
  });

  test.for([
    ['Ctrl-D', undefined, 0],
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGHUP', 'SIGHUP', 129],
    ['SIGINT', 'SIGINT', 130],
  ] as const)('is as it was after %s, also in the middle of a turn', async ([_, signal, code], context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(atRest);
    terminal.type('hold\r');
    await terminal.until(/waiting for a/);
    if (signal === undefined) terminal.type('\u0004');
    else terminal.kill(signal);
    expect(await terminal.ended).toBe(code);
    expect(terminal.modes).toMatchObject(left);
    expect(terminal.cursor.isShown).toBe(true);
    expect(terminal.screen()).toMatch(/To go on: interlock --resume [0-9a-f-]{36}$/);
  });

  test('is as it was after a fault, which is told in a line', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context);
    await terminal.until(atRest);
    // At this the test program throws where nobody catches it.
    terminal.kill('SIGUSR2');
    expect(await terminal.ended).toBe(3);
    expect(terminal.modes).toMatchObject(left);
    expect(terminal.screen()).toMatch(/interlock: It broke\. \(a fault of interlock itself; please report it\)$/);
  });

  test('is as it was when the agent cannot be opened, and the reason is the caller’s to tell', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context, { env: { TEST_AGENT: 'broken' } });
    expect(await terminal.ended).toBe(2);
    expect(terminal.modes).toMatchObject(left);
    expect(terminal.screen()).toMatch(/^There is no agent\.$/m);
  });

  test('whether the folder is trusted is asked in the prompt’s place, and no is the first answer', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context, { env: { TEST_AGENT: 'asks' } });
    await terminal.until(/Do you trust the files in [\s\S]*› No/);
    terminal.type('\r');
    await terminal.until(/Trusted: false/);
    expect(await terminal.until(atRest)).toContain('You said: the first message');
  });

  test('Ctrl-Z and Ctrl-L leave it in order', async (context) => {
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

  test('at 40 columns, and when its size changes, nothing is cut in two or left behind', async (context) => {
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

  test('without colours there are none', async (context) => {
    const { expect } = context;
    const { terminal } = startProgram(context, { cols: 40, env: { NO_COLOR: '1' } });
    await terminal.until(atRest);
    terminal.type('code\r');
    await terminal.until(/two\n\n> Ask/);
    const styles = terminal
      .raw()
      .split('\u001b[')
      .flatMap((part) => /^[0-9;]*m/.exec(part) ?? []);
    expect(styles.filter((style) => style !== '0m')).toEqual([]);
  });

  test('text of models, tools and files cannot do anything to it', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startProgram(context, { rows: 40 });
    writeFileSync(join(workspace, 'evil\u001b]0;owned\u0007\u001b[2J.txt'), '');
    await terminal.until(atRest);
    for (const [text, answer] of [
      ['hostile', /before redafter end/],
      ['hostile tool', /It shouted/],
      ['hostile file', /Listed/],
      ['hostile \u001b[200~\u202e\u001b]0;owned\u0007\u001b[201~', /before redafter end[\s\S]*before redafter end/],
    ] as const) {
      terminal.type(`${text}\r`);
      await terminal.until(answer);
      await terminal.until(atRest);
    }
    terminal.type('@evil');
    await terminal.until(/> @evil/);
    const raw = terminal.raw();
    const harm = ['owned\u0007', '\u001b[2J', '\u001b[31mred', '\u202e', '\u009b'].filter((sequence) =>
      raw.includes(sequence),
    );
    expect(harm).toEqual([]);
  });

  test('where it can do nothing, it is used line by line', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startProgram(context, { env: { TERM: 'dumb' } });
    await terminal.until(/providers found\.\n>$/);
    terminal.type('hello\r');
    await terminal.until(/You said: hello\n>$/);
    terminal.type('change one\r');
    await terminal.until(/May change run\?/);
    terminal.type('y\r');
    await terminal.until(/The tool said: one is changed\n>$/);
    expect(existsSync(join(workspace, 'changed-one'))).toBe(true);
    terminal.type('/model\r');
    await terminal.until(/2 openai\/gpt-5\.5 \(400k\)/);
    terminal.type('2\r');
    await terminal.until(/The next message goes to openai\/gpt-5\.5/);
    terminal.type('hello\r');
    // Told once.
    expect(await terminal.until(/gpt-5[\s\S]*You said: hello\n>$/)).not.toContain('From now on');
    expect(terminal.raw()).not.toContain('\u001b');
    terminal.type('\u0004');
    expect(await terminal.ended).toBe(0);
  });
});
