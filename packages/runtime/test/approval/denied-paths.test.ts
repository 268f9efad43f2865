/** Files that a rule denies to one tool are not shown by another: with real files and rules, and with both ways of searching. */
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import type { ApprovalRule, Verdict } from '../../src/approval/approval.ts';
import { createApprovals } from '../../src/approval/create-approvals.ts';
import { deniedPaths } from '../../src/approval/denied-paths.ts';
import { parseRule } from '../../src/approval/parse-rule.ts';
import { narrowRules } from '../../src/approval/rule-scope.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import { executeToolCall } from '../../src/scheduler/execute-tool-call.ts';
import type { AgentTool } from '../../src/tool/tool.ts';
import { listFiles } from '../../src/tools/list-files.ts';
import { readFile as readFileTool } from '../../src/tools/read-file.ts';
import { createSearchFiles } from '../../src/tools/search-files.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { useTempWorkspace } from '../workspace/temp-workspace.ts';

const temp = useTempWorkspace();
const own = createSearchFiles({ ripgrep: false });

function rules(...written: readonly string[]): readonly ApprovalRule[] {
  return written.map((text) => {
    const [verdict = 'deny', ...rest] = text.split(' ');
    const parsed = parseRule(rest.join(' '), verdict as Verdict);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return parsed.rule;
  });
}

/** The text that the model reads under these rules. */
async function call(
  tool: AgentTool,
  args: JsonObject,
  inForce: readonly ApprovalRule[],
  alsoAllowed: readonly string[] = [],
): Promise<unknown> {
  const workspace = await openWorkspace(temp.root, { alsoAllowed });
  const outcome = await executeToolCall(tool, args, { workspace, approvals: createApprovals({ rules: inForce }) });
  return outcome.state === 'complete' || outcome.state === 'error' ? outcome : outcome.state;
}

const unseen = (count: number): string =>
  `[${count} ${count === 1 ? 'file' : 'files'} not searched: a rule of the user denies reading.]`;
const complete = (...lines: readonly string[]): object => ({ state: 'complete', result: lines.join('\n') });

describe('search_files shows nothing that read_file is denied', () => {
  const nothing = (path = 'the workspace folder', files = 0): string =>
    `No matches for "key" in ${path} (${files} files searched).`;
  test.for<readonly [title: string, rule: string, args: JsonObject, ...lines: readonly string[]]>([
    ['from the folder above', 'deny read_file(secrets/**)', {}, 'a.txt:1: key in the open', unseen(3)],
    ['by name', 'deny read_file(secrets/**)', { path: 'secrets/a.pem' }, nothing('secrets/a.pem'), unseen(1)],
    ['inside its folder', 'deny read_file(secrets/**)', { path: 'secrets' }, nothing('secrets'), unseen(3)],
    ['by ..', 'deny read_file(secrets/**)', { path: 'deep/../secrets' }, nothing('secrets'), unseen(3)],
    ['through a link', 'deny read_file(secrets/**)', { path: 'link' }, nothing('secrets'), unseen(3)],
    ['through a link to a file', 'deny read_file(secrets/**)', { path: 'pem' }, nothing('secrets/a.pem'), unseen(1)],
    ['in another case', 'deny read_file(SECRETS/**)', {}, 'a.txt:1: key in the open', unseen(3)],
    ['with a glob that names it', 'deny read_file(**/*.pem)', { glob: '*.pem' }, nothing(), unseen(2)],
    ['with context lines', 'deny read_file(**/*.pem)', { context: 2 }, 'a.txt:1: key in the open', unseen(2)],
    ['by its kind', 'deny kind:read(secrets/**)', {}, 'a.txt:1: key in the open', unseen(3)],
    ['for the tool itself', 'deny search_files(secrets/**)', {}, 'a.txt:1: key in the open', unseen(3)],
    ['for any tool', 'deny read_file', {}, nothing(), unseen(5)],
    ['an ask rule hides nothing', 'ask read_file(secrets/**)', { glob: 'a.pem' }, 'secrets/a.pem:1: key one'],
    [
      'a rule for another tool hides nothing',
      'deny write_file(secrets/**)',
      { glob: 'a.pem' },
      'secrets/a.pem:1: key one',
    ],
  ])('%s: %s', async ([, rule, args, ...lines]) => {
    await temp.put('secrets/a.pem', 'key one');
    // A file that an inner .gitignore includes again is still denied.
    await temp.put('.gitignore', '*.pem\n');
    await temp.put('secrets/.gitignore', '!*.pem\n!deep\n');
    await temp.put('secrets/deep/b.pem', 'key two');
    await temp.put('a.txt', 'key in the open');
    await mkdir(join(temp.root, 'deep'));
    await symlink('secrets', join(temp.root, 'link'));
    await symlink('secrets/a.pem', join(temp.root, 'pem'));
    expect(await call(own, { pattern: 'key', ...args }, rules(rule))).toEqual(complete(...lines));
  });

  test('a later allow does not change that, and an untrusted project may deny', async () => {
    await temp.put('secrets/a', 'key');
    const both = rules('deny read_file(secrets/**)', 'allow kind:read', 'allow read_file(secrets/a)');
    expect(await call(own, { pattern: 'key' }, both)).toEqual(complete(nothing(), unseen(1)));
    expect(await call(own, { pattern: 'key' }, narrowRules(both))).toEqual(complete(nothing(), unseen(1)));
    expect(await call(own, { pattern: 'key' }, narrowRules(rules('allow kind:read')))).toEqual(
      complete('secrets/a:1: key'),
    );
  });

  test('in another allowed folder, by full name', async () => {
    const pattern = 'do-not-show';
    const also = [temp.outside];
    const path = temp.outside;
    const found = `${path}/secret.txt:1: do-not-show-this`;
    expect(await call(own, { pattern, path }, rules('deny read_file(secret.txt)'), also)).toEqual(complete(found));
    expect(await call(own, { pattern, path }, rules(`deny read_file(${path}/**)`), also)).toEqual(
      complete(`No matches for "do-not-show" in ${path} (0 files searched).`, unseen(1)),
    );
  });

  test('does not pass it to ripgrep', async () => {
    await temp.put('secrets/a', 'key');
    await temp.put('b', 'key');
    const asked = join(temp.outside, 'asked');
    const program = join(temp.outside, 'rg');
    await writeFile(
      program,
      `#!/bin/sh\nfor one; do echo "$one"; done > ${quoteWord(asked)}\necho '{"type":"summary","data":{}}'\n`,
    );
    await chmod(program, 0o755);
    const search = createSearchFiles({ ripgrep: program });
    expect(await call(search, { pattern: 'key' }, rules('deny read_file(secrets/**)'))).toEqual(
      complete('No matches for "key" in the workspace folder (1 file searched).', unseen(1)),
    );
    expect((await readFile(asked, 'utf8')).split('\n').filter((line) => line.startsWith(temp.root))).toEqual([
      join(temp.root, 'b'),
    ]);
  });
});

describe('list_files', () => {
  const kept = '[A rule of the user hides some names.]';
  test.for<readonly [rule: string, args: JsonObject, ...lines: readonly string[]]>([
    ['deny read_file(secrets/**)', {}, 'a.txt', 'secrets/a.pem'],
    ['deny list_files(secrets/**)', {}, 'a.txt', kept],
    ['deny kind:read(secrets/**)', { pattern: '*' }, 'a.txt', kept],
    ['deny list_files(**/*.pem)', { path: 'secrets' }, 'No files match ** in secrets.', kept],
  ])('%s', async ([rule, args, ...lines]) => {
    await temp.put('secrets/a.pem', 'key');
    await temp.put('a.txt', 'key');
    expect(await call(listFiles, args, rules(rule))).toEqual(complete(...lines));
  });

  test('does not suggest names that it may not show', async () => {
    await temp.put('passwords.txt', 'key');
    const missing = { state: 'error', error: 'password.txt does not exist.' };
    const hinted = { state: 'error', error: 'password.txt does not exist. Did you mean passwords.txt?' };
    expect(await call(readFileTool, { path: 'password.txt' }, [])).toEqual(hinted);
    expect(await call(readFileTool, { path: 'password.txt' }, rules('deny list_files(passwords.txt)'))).toEqual(
      missing,
    );
  });
});

test.for<readonly [rule: string, path: string, denied: boolean]>([
  ['deny read_file(secrets/**)', 'secrets/a', true],
  ['deny read_file(secrets/**)', 'secrets', true],
  ['deny read_file(secrets/*)', 'secrets/deep/a', false],
  ['deny read_file(*.pem)', 'deep/a.pem', false],
  ['deny *(secrets/**)', 'secrets/a', true],
  ['deny read_*(.env)', '.ENV', true],
  ['deny read_file(.git/**)', '.git/config', true],
  [`deny read_file(${'x'.repeat(3_000)})`, 'a', true],
])('%s and %s: %s', ([rule, path, denied]) => {
  expect(deniedPaths(rules(rule), ['read_file'])?.(path)).toBe(denied);
});

test.for([['allow read_file(secrets/**)'], ['ask read_file(a)'], ['deny run_command(cat *)'], ['deny kind:write(a)']])(
  '%s denies nothing',
  (written) => {
    expect(deniedPaths(rules(...written), ['read_file'])).toBe(undefined);
  },
);
