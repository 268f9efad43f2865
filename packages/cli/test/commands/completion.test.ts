/** Completion: the suggestions, and a real bash that uses them. */

import { spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteWord } from '@interlock/runtime';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { runCli } from '../run-cli.ts';
import { type KeptSessions, keepSessions } from './kept-sessions.ts';

let kept: KeptSessions;
beforeAll(async () => {
  kept = await keepSessions(script([{ say: 'Hello.' }]));
  await kept.talk(['one'], { id: 'aaaa-one' });
  await kept.talk(['two'], { id: 'bbbb-two' });
});
afterAll(() => kept.close());

async function offered(...typed: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runCli(['__complete', '--', ...typed], { env: kept.env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

describe('suggestions', () => {
  test.each([
    [['sess'], ['sessions']],
    [
      ['sessions', ''],
      ['list', 'search', 'show', 'export', 'diff', 'fork', 'delete'],
    ],
    [
      ['sessions', 'show', ''],
      ['bbbb-two', 'aaaa-one'],
    ],
    [['sessions', 'show', 'aa'], ['aaaa-one']],
    [['sessions', 'show', 'aaaa-one', ''], []],
    [['sessions', 'delete', 'aaaa-one', 'b'], ['bbbb-two']],
    [['--resume', 'b'], ['bbbb-two']],
    [['-r', 'a'], ['aaaa-one']],
    [['doctor', 'a'], ['aaaa-one']],
    [
      ['--output-format', ''],
      ['text', 'json', 'stream-json'],
    ],
    [['--output-format', 'json', 'comp'], ['completion']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['simulate', 'ant'], ['anthropic']],
    [
      ['simulate', '--model', ''],
      ['default', 'echo'],
    ],
    [['--output-format=st'], ['--output-format=stream-json']],
    [['--resume=b'], ['--resume=bbbb-two']],
    [['--continue='], []],
    [['--nonsense=x'], []],
    [['--eff'], ['--effort']],
    [['sessions', 'export', '--fo'], ['--format']],
    [['sessions', 'export', 'x', '--format', 'gem'], ['gemini']],
    [['render', '--to', 'ollam'], ['ollama']],
    [['--resume', '--eff'], ['--effort']],
    [['sessions', 'search', ''], []],
    [['--file', ''], []],
    [['render', ''], []],
    [['__'], []],
  ])('%j', async (typed, words) => {
    expect(await offered(...typed)).toEqual(words);
  });

  test('models by provider', async () => {
    expect(await offered('--model', 'anthropic/')).toEqual([expect.stringMatching(/^anthropic\/claude-/)]);
    expect(await offered('--model=anthropic/')).toEqual([expect.stringMatching(/^--model=anthropic\/claude-/)]);
  });

  test('ignores sessions that cannot be read', async () => {
    const broken = { ...kept.env, XDG_STATE_HOME: '/dev/null' };
    expect(await runCli(['__complete', '--', '--resume', ''], { env: broken })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('a real bash', () => {
  let bin: string;
  beforeAll(async () => {
    bin = join(kept.home, 'bin');
    await mkdir(bin);
    await writeFile(
      join(bin, 'interlock'),
      `#!/bin/sh\nexec ${[process.execPath, ...programArgs('main')].map(quoteWord).join(' ')} "$@"\n`,
    );
    await chmod(join(bin, 'interlock'), 0o755);
  });

  /** Calls the function with the line and its words, as readline does, and reads its answer. */
  function complete(line: string, words: readonly string[]): readonly string[] {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const { stdout, stderr, status } = spawnSync(
      'bash',
      [
        '-c',
        `source <(interlock completion bash) || exit 9
         complete -p interlock >&2
         COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${quoted}) COMP_CWORD=${words.length - 1}
         _interlock
         [ \${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      { env: { ...kept.env, PATH: `${bin}:${process.env['PATH']}` }, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'complete -o default -F _interlock interlock\n' });
    return stdout.split('\n').slice(0, -1);
  }

  test.each([
    ['interlock sess', ['interlock', 'sess'], ['sessions']],
    ['interlock sessions show ', ['interlock', 'sessions', 'show', ''], ['bbbb-two', 'aaaa-one']],
    ['interlock --output-format j', ['interlock', '--output-format', 'j'], ['json']],
    ['interlock render ', ['interlock', 'render', ''], []],
    // An equals sign is its own word in bash.
    ['interlock --output-format=j', ['interlock', '--output-format', '=', 'j'], ['json']],
    ['interlock --output-format=', ['interlock', '--output-format', '='], ['text', 'json', 'stream-json']],
  ])('%j', (line, words, answer) => {
    expect(complete(line, words)).toEqual(answer);
  });
});

/** These parts were tried by hand, because not every machine has these shells. */
test.each([
  // From a folder of fpath the file is the function: without the call the first Tab does nothing.
  [
    'zsh',
    /^#compdef interlock\n/,
    /== _interlock \]\]; then\n {2}_interlock "\$@"\nelse\n/,
    /compdef _interlock interlock\n/,
  ],
  // The word up to the cursor, without its quotes.
  ['zsh', /"\$\{\(@Q\)words\[2,CURRENT-1\]\}" "\$PREFIX"/, /else _files; fi/, /compadd -V interlock -- /],
  [
    'fish',
    /__fish_complete_path \(commandline -ct\)/,
    /complete -c interlock -f -k -a '\(__interlock_candidates\)'\n$/,
    /count/,
  ],
])('%s has a script that calls the program once', async (shell, ...parts) => {
  const { code, stdout } = await runCli(['completion', shell]);
  expect(code).toBe(0);
  expect(stdout.match(/interlock __complete -- /g)).toHaveLength(1);
  for (const part of parts) expect(stdout).toMatch(part);
});

test('another shell', async () => {
  expect((await runCli(['completion', 'tcsh'])).code).toBe(2);
});
