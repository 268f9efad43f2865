/** Questions, modes and permanent permissions, at a terminal, in this process. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { atRest, startHere } from './start-program.ts';

describe.concurrent('questions', () => {
  test('shows an overwrite as a diff against the current file', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context, { rows: 40 });
    const notes = join(workspace, 'notes.txt');
    writeFileSync(notes, 'one\ntwo\n');
    await terminal.until(atRest);
    terminal.type('overwrite\r');
    const asked = await terminal.until(/Allow write_file\?[\s\S]*\[n\] no/);
    expect(asked.slice(asked.indexOf('? Allow'), asked.indexOf('  [y]'))).toBe(
      [
        '? Allow write_file?',
        '    notes.txt',
        '    replaces notes.txt',
        '    --- notes.txt',
        '    +++ notes.txt',
        '    @@ -1,2 +1,2 @@',
        '     one',
        '    -two',
        '    +two!',
        '',
      ].join('\n'),
    );
    expect(asked).not.toContain('[v]');
    terminal.type('y\r');
    await terminal.until(/Written\./);
    expect(readFileSync(notes, 'utf8')).toBe('one\ntwo!\n');
  });

  test('a yes to a truncated question expands it and does not count; the next one does', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context, { rows: 30 });
    const notes = join(workspace, 'notes.txt');
    writeFileSync(notes, 'old\n');
    await terminal.until(atRest);
    terminal.type('overwrite long\r');
    await terminal.until(/Allow write_file\?[\s\S]*… 5\d lines …[\s\S]*\[v\] view all of it/);
    terminal.type('y\r');
    await terminal.until(/That was not shown in full, so it is not allowed yet\.[\s\S]*\[v\] all of it is shown above/);
    const lines = [...terminal.history().matchAll(/^ {2}\+line (\d+)$/gm)].map(([, number]) => Number(number));
    expect([lines, readFileSync(notes, 'utf8')]).toEqual([Array.from({ length: 60 }, (_, at) => at + 1), 'old\n']);
    terminal.type('y\r');
    await terminal.until(/Written\./);
    expect(readFileSync(notes, 'utf8')).toContain('line 60\n');
  });

  test('Ctrl-O expands it; then one yes is enough. A small screen hides nothing either', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context, { rows: 12 });
    const notes = join(workspace, 'notes.txt');
    writeFileSync(notes, 'one\ntwo\n');
    await terminal.until(atRest);
    terminal.type('overwrite\r');
    // The diff is short, but does not fit completely.
    await terminal.until(/Allow write_file\?[\s\S]*\[n\] no/);
    terminal.type('y\r');
    await terminal.until(() => terminal.history().includes('not allowed yet'));
    expect([terminal.history().includes('+two!'), readFileSync(notes, 'utf8')]).toEqual([true, 'one\ntwo\n']);
    terminal.type('n\r');
    await terminal.until(/Not written\./);
    await terminal.until(atRest);
    terminal.type('overwrite long\r');
    await terminal.until(/Allow write_file\?[\s\S]*\[v\] view all/);
    terminal.type('\u000f');
    await terminal.until(/all of it is shown above/);
    expect(terminal.history()).toMatch(/\+line 33\n/);
    terminal.type('y\r');
    await terminal.until(/Written\./);
  });

  test('spells out deceptive characters; does not ask about what cannot succeed', async (context) => {
    const { terminal, workspace } = startHere(context, { rows: 40 });
    writeFileSync(join(workspace, 'notes.txt'), 'one\n');
    await terminal.until(atRest);
    terminal.type('deceive\r');
    await terminal.until(/Allow run_command\?\n +p\\u\{430\}nic \\u\{202e\}--now\n/);
    terminal.type('n\r');
    await terminal.until(/Not run\./);
    await terminal.until(atRest);
    terminal.type('impossible\r');
    await terminal.until(/old_text was not found in "?notes\.txt"?\.[\s\S]*Not edited\./);
  });
});

describe.concurrent('modes', () => {
  test('Shift-Tab cycles through them, the status line shows them, and they apply', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context, { rows: 40 });
    const made = join(workspace, 'made');
    await terminal.until(/ask mode/);
    terminal.type('\u001b[Z');
    await terminal.until(/accepts edits/);
    terminal.type('overwrite\r');
    await terminal.until(/Written\./);
    await terminal.until(atRest);
    terminal.type('\u001b[Z');
    await terminal.until(/plan mode/);
    terminal.type('make a folder 1\r');
    await terminal.until(/plan mode, in which only reading is allowed[\s\S]*Not run\./);
    await terminal.until(atRest);
    expect(existsSync(made)).toBe(false);
    // This program has no sandbox: it says so, and asks.
    terminal.type('\u001b[Z');
    await terminal.until(/Confined mode needs the sandbox, and it is turned off[\s\S]*ask mode/);
    terminal.type('make a folder 2\r');
    await terminal.until(/Allow run_command\?\n +mkdir -p made\n/);
    terminal.type('n\r');
    await terminal.until(/Not run\.\n[\s\S]*Not run\.\n/);
    await terminal.until(atRest);
    terminal.type('/mode confined\r');
    await terminal.until((screen) => screen.split('Confined mode needs the sandbox').length === 3);
    terminal.type('/mode plan\r');
    await terminal.until(/Mode: plan\. It only reads, until you approve a plan\./);
    // The mode stays when another session is started.
    terminal.type('/new\r');
    await terminal.until(/plan mode/);
    terminal.type('make a folder 3\r');
    await terminal.until((screen) => screen.split('only reading is allowed').length === 3);
  });
});

describe.concurrent('always allowed', () => {
  test('for this session: does not ask again, until /permissions revokes it', async (context) => {
    const { expect } = context;
    const { terminal, workspace } = startHere(context, { rows: 50 });
    await terminal.until(atRest);
    terminal.type('make a folder 1\r');
    await terminal.until(/Allow run_command\?/);
    terminal.type('a\r');
    await terminal.until(/Always allow:/);
    terminal.type('\r');
    await terminal.until(/It ran\./);
    await terminal.until(atRest);
    terminal.type('make a folder 2\r');
    await terminal.until(/It ran\.[\s\S]*It ran\./);
    await terminal.until(atRest);
    terminal.type('/permissions\r');
    await terminal.until(/Revoke which rule\?\n› allow run_command\(mkdir -p made\) {2}remembered in this session/);
    terminal.type('\r');
    await terminal.until(/Revoked: allow run_command\(mkdir -p made\)\./);
    terminal.type('make a folder 3\r');
    await terminal.until(/Allow run_command\?/);
    expect(existsSync(join(workspace, 'made'))).toBe(true);
  });

  test('for this project: also after a restart, and in no file of the project', async (context) => {
    const { expect } = context;
    const { terminal, workspace, again } = startHere(context, { rows: 50 });
    await terminal.until(atRest);
    terminal.type('make a folder 1\r');
    await terminal.until(/Allow run_command\?/);
    terminal.type('a\r');
    expect(await terminal.until(/Always allow:[\s\S]*type to search/)).toMatch(
      /› exactly this, in this session {2}run_command\(mkdir -p made\)\n {2}exactly this, in this project {2}run_command\(mkdir -p made\)\n {2}commands with the same beginning, in this session {2}run_command\(mkdir \*\)\n {2}commands with the same beginning, in this project/,
    );
    terminal.type('begin project\r');
    await terminal.until(/It ran\./);
    await terminal.until(atRest);
    terminal.type('\u0004');
    await terminal.ended;
    expect(existsSync(join(workspace, '.interlock'))).toBe(false);
    const next = again();
    await next.until(atRest);
    next.type('make a folder 2\r');
    await next.until(/It ran\./);
    await next.until(atRest);
    next.type('/permissions\r');
    await next.until(/› allow run_command\(mkdir \*\) {2}remembered for this project/);
    next.type('\r');
    await next.until(/Revoked: allow run_command\(mkdir \*\)\./);
    next.type('make a folder 3\r');
    await next.until(/Allow run_command\?/);
    next.type('n\r');
    await next.until(atRest);
    next.type('\u0004');
    await next.ended;
    const last = again();
    await last.until(atRest);
    last.type('make a folder 4\r');
    await last.until(/Allow run_command\?/);
  });
});
