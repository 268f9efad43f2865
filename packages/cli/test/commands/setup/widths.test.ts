/** Tables of commands in a terminal: no line wraps, and everything that has to be typed is complete. */
import { rmSync } from 'node:fs';
import { run } from '@interlock/cli';
import stringWidth from 'string-width';
import { describe, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { openHere } from '../../terminal/open-here.ts';

describe.concurrent('in a terminal', () => {
  test.for<[command: string, cols: number, shown: RegExp]>([
    ['config', 40, /^limits\.toolTimeoutMs\n {2}120000 · default$/m],
    ['models anthropic', 80, /^anthropic\/claude-opus-\S+ .* set ANTHROPIC\S*…$/m],
    ['models anthropic', 200, /^anthropic\/claude-opus-\S+ .* set ANTHROPIC_API_KEY$/m],
    ['providers', 60, /^anthropic +none: set ANTHROPIC_API_KEY +\S+…?$/m],
  ])('%s at %i columns', async ([command, cols, shown], { expect, onTestFinished }) => {
    const home = temporaryFolder('widths');
    const args = [...command.split(' '), '--cwd', home];
    const terminal = openHere((io) => run(args, io), { cols, rows: 30, env: { HOME: home } });
    onTestFinished(async () => {
      await terminal.close();
      rmSync(home, { recursive: true, force: true });
    });
    const code = await terminal.ended;
    const lines = terminal.raw().split('\r\n');
    const table = lines.slice(0, lines.indexOf(''));
    expect({ code, tooWide: table.filter((line) => stringWidth(line) > cols) }).toEqual({ code: 0, tooWide: [] });
    expect(table.join('\n')).toMatch(shown);
  });
});
