/** The rules that "always" offers: one for the call itself, and a wider one only where that is safe. */
import { describe, expect, test } from 'vitest';
import { parseRule } from '../../src/approval/parse-rule.ts';
import { offerRules, type RuleOffer } from '../../src/approval/suggest-rule.ts';
import { weighRules } from '../../src/approval/weigh-rules.ts';
import type { ToolKind } from '../../src/tool/tool.ts';

const offers = (tool: string, kind: ToolKind, subject: string): readonly RuleOffer[] =>
  offerRules({ tool, kind, subject });

describe('a prefix', () => {
  test.each([
    ['git push origin main', 'git push *'],
    ['git commit -m x', 'git commit *'],
    ['git remote add x y', 'git remote add *'],
    ['npm test', 'npm test *'],
    ['npm run build', 'npm run build *'],
    ['pnpm run lint:fix', 'pnpm run lint:fix *'],
    ['yarn build', 'yarn build *'],
    ['make test', 'make test *'],
    ['cargo test --all', 'cargo test *'],
    ['go test ./...', 'go test *'],
    ['pip install x', 'pip install *'],
    ['gh pr create', 'gh pr create *'],
    ['kubectl get pods', 'kubectl get *'],
    ['just build', 'just build *'],
    ['tsc -b', 'tsc *'],
    ['pytest tests', 'pytest *'],
    ['./build.sh x', './build.sh *'],
  ])('%s', (line, prefix) => {
    const all = offers('run_command', 'command', line);
    expect(all).toEqual([
      { covers: 'exact', rule: `run_command(${line})` },
      { covers: 'prefix', rule: `run_command(${prefix})` },
    ]);
  });
});

describe('no prefix', () => {
  test.each([
    ...[
      'bash x.sh',
      'sh -c ls',
      'zsh x',
      'fish x',
      'busybox rm x',
      'eval x',
      'source x',
      '. x',
      'exec x',
      'osascript x',
    ],
    ...[
      'sudo rm x',
      'doas x',
      'env A=1 x',
      'nice ls',
      'time ls',
      'timeout 5 ls',
      'nohup x',
      'setsid x',
      'watch ls',
      'xargs rm',
      'parallel rm',
    ],
    ...[
      'npx tsc',
      'uv run pytest',
      'uvx x',
      'poetry run x',
      'npm exec x',
      'pnpm dlx x',
      'bunx x',
      'docker run x',
      'docker exec c sh',
      'kubectl exec p',
    ],
    ...[
      'python3 script.py',
      'python3.11 x.py',
      '/usr/bin/python3 x.py',
      'python3 -m pytest',
      'node x.js',
      'nodejs x.js',
      'perl x.pl',
      'ruby x.rb',
    ],
    ...[
      'php x.php',
      'lua x.lua',
      'deno run x.ts',
      'bun run x',
      'go run .',
      'java -jar x.jar',
      'Rscript x.R',
      'tsx x.ts',
      'awk {print} x',
      'sed -i s/a/b/ x',
    ],
    ...[
      'rm foo',
      'rm -rf build',
      'mv a b',
      'cp a b',
      'dd if=a of=b',
      'tee f',
      'chmod +x a',
      'kill 1',
      'tar xf x',
      'ln -s a b',
    ],
    ...['curl https://x.example', 'wget x', 'ssh host ls', 'scp a b', 'rsync a b', 'nc x 1'],
    ...[
      'find . -exec rm {} +',
      'git -c a=b status',
      'git config x y',
      'git',
      'npm',
      'yarn',
      'make',
      'make -j4',
      'git bisect run x',
      'npm run',
      'gh pr',
      'vim x',
      'psql -c x',
      'sqlite3 db x',
    ],
    ...[
      'A=1 npm test',
      'npm test > log',
      'npm test && rm x',
      'npm test | tee log',
      'cd src && npm test',
      'npm test $(x)',
      'npm $x',
      '$x test',
      'npm run "a b"',
    ],
  ])('%s', (line) => {
    expect(offers('run_command', 'command', line).map(({ covers }) => covers)).toEqual(['exact']);
  });
});

test.each<[ToolKind, string, string, readonly RuleOffer[]]>([
  [
    'write',
    'write_file',
    'src/deep/a.ts',
    [
      { covers: 'exact', rule: 'write_file(src/deep/a.ts)' },
      { covers: 'folder', rule: 'write_file(src/deep/**)' },
    ],
  ],
  ['write', 'edit_file', 'a.ts', [{ covers: 'exact', rule: 'edit_file(a.ts)' }]],
  ['write', 'write_file', 'x/.git/config', [{ covers: 'exact', rule: 'write_file(x/.git/config)' }]],
  [
    'write',
    'write_file',
    'a*b/c',
    [
      { covers: 'exact', rule: 'write_file(a\\*b/c)' },
      { covers: 'folder', rule: 'write_file(a\\*b/**)' },
    ],
  ],
  [
    'network',
    'fetch_url',
    'https://a.example/x?y',
    [
      { covers: 'exact', rule: 'fetch_url(https://a.example/x?y)' },
      { covers: 'host', rule: 'fetch_url(https://a.example/*)' },
    ],
  ],
  ['mcp', 'mcp__x__y', '', [{ covers: 'tool', rule: 'mcp__x__y' }]],
  ['other', 'deploy', 'prod', [{ covers: 'tool', rule: 'deploy' }]],
])('%s %s %s', (kind, tool, subject, expected) => {
  expect(offers(tool, kind, subject)).toEqual(expected);
});

test('every suggested rule allows the call it was made for', () => {
  const calls = [
    ['run_command', 'command', 'git push origin main'],
    ['run_command', 'command', 'rm -rf build'],
    ['run_command', 'command', 'echo "a (b) *" \\'],
    ['write_file', 'write', 'src/a.ts'],
    ['fetch_url', 'network', 'https://a.example/x'],
  ] as const;
  for (const [tool, kind, subject] of calls)
    for (const { rule } of offers(tool, kind, subject)) {
      const parsed = parseRule(rule, 'allow');
      if ('problem' in parsed) throw new Error(parsed.problem);
      expect([rule, weighRules([parsed.rule], { tool, kind, subject }).verdict]).toEqual([rule, 'allow']);
    }
});
