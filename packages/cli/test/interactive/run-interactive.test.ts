/** The interactive program at a terminal, in this process. The tests wait only for what is visible. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { quoteWord } from '@interlock/runtime';
import { describe, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { fromLine } from './from-line.ts';
import { atRest, startHere } from './start-program.ts';

describe.concurrent('talking', () => {
  test('the next run has the input history: Up, Ctrl-R, undo; but nothing that started with a space', async (context) => {
    const { expect } = context;
    const { terminal, again } = startHere(context);
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
    expect(fromLine(await next.until(/> first words\n/), '> first')).toBe(
      '> first words\nanthropic/claude-opus-4-5 · …',
    );
    next.type('\u001f');
    await next.until(atRest);
    next.type('words\u0012');
    expect(fromLine(await next.until(/type to search\n[^\n]*claude/), 'Search')).toBe(
      [
        'Search history: words',
        '› first words',
        'Enter selects · Esc cancels · type to search',
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

  test('thinking is collapsed, and shown after /thinking', async (context) => {
    const { terminal } = startHere(context);
    await terminal.until(atRest);
    terminal.type('think\r');
    await terminal.until(/thought \(5 words\)\n\nThought about it/);
    await terminal.until(atRest);
    terminal.type('/thinking\r');
    await terminal.until(/Thinking is shown/);
    terminal.type('think\r');
    await terminal.until(/First I ponder the question\.\n\nThought about it/);
  });

  test('a long answer is in the scrollback completely, and once', async (context) => {
    const { expect } = context;
    const { terminal } = startHere(context, { rows: 12 });
    await terminal.until(atRest);
    terminal.type('long\r');
    await terminal.until(/Paragraph 60\./);
    await terminal.until(atRest);
    const said = [...terminal.history().matchAll(/Paragraph (\d+)\./g)].map(([, number]) => Number(number));
    expect(said).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  });

  test('a long paste is a label until it is sent; file names and commands are completed', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context);
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

test.concurrent('Ctrl-V pastes the picture in the clipboard, or says that there is none', async (context) => {
  const bin = temporaryFolder('bin');
  context.onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  const sign = '\\211PNG\\r\\n\\032\\n';
  const script = `[ -e ${quoteWord(join(bin, 'picture'))} ] || exit 1\ncase "$*" in *TARGETS*) echo image/png ;; *) printf '${sign}' ;; esac`;
  writeFileSync(join(bin, 'xclip'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':0' };
  const { terminal } = startHere(context, { env });
  await terminal.until(atRest);
  terminal.type('see \u0016');
  await terminal.until(/There is no image in the clipboard\./);
  writeFileSync(join(bin, 'picture'), '');
  terminal.type('\u0016');
  await terminal.until(/> see \[image\]\n/);
  terminal.type('\r');
  await terminal.until(/\n> see \[image\]\n\nYou said: see/);
});

describe.concurrent('turns', () => {
  test('REQ-915-050 a switch during a turn waits for its end, is applied, and the next request uses it', async (context) => {
    const { expect } = context;
    const { terminal, open } = startHere(context);
    await terminal.until(atRest);
    terminal.type('fan out\r');
    await terminal.until(/waiting for e/);
    terminal.type('/model\r');
    expect(fromLine(await terminal.until(/type to search\n[^\n]*claude/), 'Which')).toBe(
      [
        'Which model?',
        '› anthropic/claude-opus-4-5  now · 200k',
        '  openai/gpt-5.5  400k',
        '  mistral/mistral-large-latest  no key: set MISTRAL_API_KEY',
        'Enter selects · Esc cancels · type to search',
        'anthropic/claude-opus-4-5 · …',
      ].join('\n'),
    );
    terminal.type('gpt\r');
    await terminal.until(/Switching to openai\/gpt-5\.5 after this turn\./);
    expect(terminal.screen()).toMatch(/anthropic\/claude-opus-4-5 · .*openai\/gpt-5\.5/);
    open('a', 'b', 'c', 'd', 'e');
    await terminal.until(/e is open\.\n\n· Switched to openai\/gpt-5\.5/);
    terminal.type('hello\r');
    await terminal.until(/You said: hello/);
    await terminal.until(/> Ask something[^\n]*\nopenai\/gpt-5\.5/);
    terminal.type('/diagnostics\r');
    await terminal.until(/went to openai\/gpt-5\.5/);
  });

  test('Esc during a fan-out cancels it and keeps finished results; the conversation continues', async (context) => {
    const { expect } = context;
    const { terminal, open } = startHere(context, { rows: 40 });
    await terminal.until(atRest);
    terminal.type('fan out\r');
    await terminal.until(/waiting for e/);
    open('a', 'b');
    await terminal.until(/a is open[\s\S]*b is open/);
    terminal.type('\u001b');
    const cancelled = await terminal.until(/Cancelled\./);
    expect(cancelled.match(/gate: [cde] · interrupted/g)).toHaveLength(3);
    await terminal.until(atRest);
    // The model gets the finished results, and the reasons for the missing ones.
    terminal.type('hello\r');
    await terminal.until(/> hello\n\nAll tools have ended: a is open\nb is open\nThis tool call was interrupted/);
  });

  test('Esc during an answer keeps the partial answer', async (context) => {
    const { terminal, open } = startHere(context);
    await terminal.until(atRest);
    open('stall');
    terminal.type('long\r');
    await terminal.until(/Paragraph 1\./);
    terminal.type('\u001b');
    await terminal.until(/Paragraph 1\.[\s\S]*Cancelled\./);
    await terminal.until(atRest);
  });

  test('a message sent while tools run waits, and then steers the model', async (context) => {
    const { expect } = context;
    const { terminal, open } = startHere(context);
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
  test('y once, n no, a from now on', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context, { rows: 50 });
    const changed = join(workspace, 'changed-one');
    await terminal.until(atRest);
    terminal.type('change one\r');
    await terminal.until(/Allow change\?\n +one\n/);
    terminal.type('n\r');
    await terminal.until(/not allowed[\s\S]*The tool said/);
    await terminal.until(atRest);
    expect(existsSync(changed)).toBe(false);
    terminal.type('change one\r');
    await terminal.until(/Allow change\?/);
    terminal.type('y\r');
    await terminal.until(/The tool said: one is changed/);
    await terminal.until(atRest);
    expect(existsSync(changed)).toBe(true);
    terminal.type('change one\r');
    await terminal.until(/Allow change\?/);
    terminal.type('a\r');
    await terminal.until(/Always allow:\n› exactly this, in this session {2}change\(one\)/);
    terminal.type('\r');
    await terminal.until((screen) => screen.split('one is changed\n\n>').length === 3 && atRest.test(screen));
    terminal.type('change two\r');
    await terminal.until((screen) => screen.split('one is changed\n\n>').length === 4 && atRest.test(screen));
    terminal.type('/tools\r');
    await terminal.until(/allow change\(one\)/);
  });

  test('any other text denies it and tells the model; Esc cancels', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context);
    await terminal.until(atRest);
    terminal.type('change one\r');
    await terminal.until(/Allow change\?/);
    // Even if it begins like an answer.
    terminal.type('yes and no\r');
    await terminal.until(/not allowed[\s\S]*> yes and no/);
    await terminal.until(atRest);
    terminal.type('change one\r');
    await terminal.until(/Allow change\?/);
    terminal.type('\u001b');
    await terminal.until(/Cancelled\./);
    await terminal.until(atRest);
    expect(existsSync(join(workspace, 'changed-one'))).toBe(false);
  });
});

describe.concurrent('sessions', () => {
  test('/fork, /rewind, /resume and /sessions', async (context) => {
    const { expect } = context;
    const { terminal } = startHere(context, { rows: 40 });
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
    await terminal.until(/You are now in a copy/);
    terminal.type('/resume\r');
    await terminal.until(/Continue which conversation\?/);
    terminal.type('\r');
    await terminal.until(/2 turns[\s\S]*> first[\s\S]*> second/);
    await terminal.until(atRest);
    terminal.type('/export told.md\r');
    await terminal.until(/Written to [\s\S]*told\.md/);
    terminal.type('/doctor\r');
    await terminal.until(/No problems found/);
    terminal.type('/quit\r');
    expect(await terminal.ended).toBe(0);
  });
});

describe.concurrent('the terminal', () => {
  test.for([
    ['a list item of 80 KB', 'hostile item', /word/],
    ['a URL of 80 KB', 'hostile address', /a\+a\.a\+a/],
  ] as const)('Ctrl-C stops and exits while %s is drawn', async ([, said, shown], context) => {
    const { expect } = context;
    const { terminal, open, stored } = startHere(context);
    await terminal.until(atRest);
    // Most of the sequence has arrived; the rest never does.
    open('halt');
    terminal.type(`${said}\r`);
    await terminal.until(shown);
    terminal.type('\u0003');
    await terminal.until(/press Ctrl-C again to exit/);
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(0);
    expect(stored()).toMatch(/"turn-end".*"cancelled"/);
  });

  test('asks in place of the prompt whether to trust the folder, with no as the first answer', async (context) => {
    const { expect } = context;
    const { terminal } = startHere(context, {
      firstMessage: 'the first message',
      opening: async (agent, trust) => ({ ...agent, notices: [`Trusted: ${await trust(agent.workspace)}`] }),
    });
    await terminal.until(/Do you trust the files in [\s\S]*› No/);
    terminal.type('\r');
    await terminal.until(/Trusted: false/);
    expect(await terminal.until(atRest)).toContain('You said: the first message');
  });

  test('no colours without colour support', async (context) => {
    const { expect } = context;
    const { terminal } = startHere(context, { cols: 40, env: { NO_COLOR: '1' } });
    await terminal.until(atRest);
    terminal.type('code\r');
    await terminal.until(/two\n\n> Ask/);
    const styles = terminal
      .raw()
      .split('\u001b[')
      .flatMap((part) => /^[0-9;]*m/.exec(part) ?? []);
    expect(styles.filter((style) => style !== '0m')).toEqual([]);
  });

  test('text of models, tools and files cannot control it', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context, { rows: 40 });
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
});
