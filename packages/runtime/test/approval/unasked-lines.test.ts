/**
 * What agents read the workspace with runs without a question: safety is not bought with questions. The lines come from the tests, from
 * recorded sessions, and from what coding agents usually write.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { weighRules } from '../../src/approval/weigh-rules.ts';

/** Each is asked about since, and why. */
const nowAsked: Readonly<Record<string, string>> = {
  'git status &>/dev/null && echo repo': 'dash runs `&` and `>` separately',
  'diff -r src src': 'diff follows links out of the folders',
  'diff -rq src src': 'diff follows links out of the folders',
  'zcat src/a.txt': 'zcat also looks for a.txt.gz and others',
};

test('REQ-915-030 at least 95 % of the lines that only read still run without a question', () => {
  const { lines } = JSON.parse(
    readFileSync(new URL('../../../../fixtures/shells/unasked.json', import.meta.url), 'utf8'),
  ) as { readonly lines: readonly string[] };
  const root = temporaryFolder('unasked');
  try {
    mkdirSync(join(root, 'src'));
    for (const name of ['a', 'b']) writeFileSync(join(root, 'src', `${name}.txt`), 'alpha\nbeta\n');
    writeFileSync(join(root, 'package.json'), '{ "name": "x" }');
    for (const args of [
      ['init', '-q'],
      ['add', 'src'],
      ['-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first'],
    ])
      execFileSync('git', args, { cwd: root, stdio: 'ignore' });
    const place = { root, alsoAllowed: [], programs: '/usr/bin:/bin' };
    const asked = lines.filter(
      (subject) => weighRules([], { tool: 'run_command', kind: 'command', subject }, { place }).verdict !== 'allow',
    );
    expect(asked).toEqual(Object.keys(nowAsked));
    expect(lines.length).toBeGreaterThan(300);
    expect(asked.length).toBeLessThan(lines.length * 0.05);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
