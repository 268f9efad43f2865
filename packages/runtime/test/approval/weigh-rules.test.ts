/** Which calls rules allow. Hostile calls must never be allowed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { ApprovalRule, Verdict } from '../../src/approval/approval.ts';
import { parseRule, toolKinds, writeRule } from '../../src/approval/parse-rule.ts';
import type { WeighedCall } from '../../src/approval/rule-scope.ts';
import { narrowRules } from '../../src/approval/rule-scope.ts';
import { suggestRule } from '../../src/approval/suggest-rule.ts';
import { weighRules } from '../../src/approval/weigh-rules.ts';

/** `allow run_command(git *)`. */
function rule(text: string): ApprovalRule {
  const [verdict, ...rest] = text.split(' ');
  const parsed = parseRule(rest.join(' '), verdict as Verdict);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.rule;
}

const verdictOf = (rules: readonly string[], call: WeighedCall): Verdict => weighRules(rules.map(rule), call).verdict;
const command = (subject: string): WeighedCall => ({ tool: 'run_command', kind: 'command', subject });
const write = (subject: string): WeighedCall => ({ tool: 'write_file', kind: 'write', subject });
const reading = (subject: string): WeighedCall => ({ tool: 'read_file', kind: 'read', subject });
const fetching = (subject: string): WeighedCall => ({ tool: 'fetch_url', kind: 'network', subject });

describe('without rules', () => {
  test.each([
    ['read', 'allow'],
    ['agent', 'allow'],
    ['write', 'ask'],
    ['command', 'ask'],
    ['network', 'ask'],
    ['mcp', 'ask'],
    ['other', 'ask'],
  ] as const)('%s: %s', (kind, verdict) => {
    expect(weighRules([], { tool: 'any', kind, subject: 'x' })).toEqual({ verdict });
  });
});

describe('order', () => {
  const table: readonly (readonly [readonly string[], WeighedCall, Verdict])[] = [
    [['allow run_command(git *)'], command('git status'), 'allow'],
    [['allow run_command(git *)', 'ask run_command(git push *)'], command('git push'), 'ask'],
    [['ask run_command(git push *)', 'allow run_command(git *)'], command('git push'), 'allow'],
    [['deny run_command(git push *)', 'allow run_command(git *)', 'allow *'], command('git push -f'), 'deny'],
    [['deny run_command(git push *)', 'allow run_command(git *)'], command('git status'), 'allow'],
    [['deny kind:read'], reading('a'), 'deny'],
    [['ask kind:read'], reading('a'), 'ask'],
    [['ask kind:read', 'allow read_file'], reading('a'), 'allow'],
    [['allow *'], command('anything; at all'), 'allow'],
    [['allow run_command'], command('if a; then b; fi'), 'allow'],
    [['allow kind:network'], fetching('not an address'), 'allow'],
    [['allow mcp__github__*'], { tool: 'mcp__github__list', kind: 'mcp', subject: '' }, 'allow'],
    [['allow mcp__github__*'], { tool: 'mcp__git', kind: 'mcp', subject: '' }, 'ask'],
    [['allow mcp__a__x(b*d)'], { tool: 'mcp__a__x', kind: 'mcp', subject: 'bcd' }, 'allow'],
    [['allow mcp__a__x(b*d)'], { tool: 'mcp__a__x', kind: 'mcp', subject: 'bcde' }, 'ask'],
    [['allow write_file(src/**)'], command('src/a'), 'ask'],
    [['allow kind:write(src/**)'], write('src/a'), 'allow'],
  ];
  test.each(table)('%j', (rules, call, verdict) => {
    expect(verdictOf(rules, call)).toBe(verdict);
  });

  test('names the rule that decides', () => {
    expect(weighRules([rule('deny run_command(rm *)')], command('a && rm x'))).toEqual({
      verdict: 'deny',
      rule: { verdict: 'deny', tool: 'run_command', pattern: 'rm *' },
    });
  });
});

describe('command patterns', () => {
  const allowed: readonly (readonly [string, string])[] = [
    ['git *', 'git'],
    ['git *', 'git status'],
    ['git *', 'git commit -m "a; rm -rf /"'],
    ['git *', "git commit -m 'a && $(rm x)'"],
    ['git *', 'git log && git diff | git apply'],
    ['git *', 'git log 2>&1'],
    ['git *', 'git log > /dev/null'],
    ['git *', '"git" log'],
    ['git *', 'git switch -c new'],
    ['git *', 'git push -u origin main'],
    ['git *', '(git log; git diff)'],
    ['git *', 'git --no-pager log'],
    ['git *', 'git log --oneline --stat -n 5'],
    ['rsync *', 'rsync -avz --delete a b'],
    ['tar *', 'tar xzf a.tgz'],
    ['sort *', 'sort -k2,2n -t: --unique a'],
    ['curl *', 'curl -sSL --fail https://a.example'],
    ['sed *', "sed -n '1,200p' a"],
    ['sed *', "sed -n -e '/^a/,/b$/p' -e '$=' a b"],
    ['sed *', "sed -E 's/([a-z]+)\\.ts/\\1/g; s|/x|y|' a"],
    ['sed *', "sed '5q;d' a"],
    ['sed *', "sed '/e rm/!d' a -n"],
    ['npm run test:*', 'npm run test:unit'],
    ['npm test', 'npm   test'],
    ['npm test', 'npm test && npm test'],
    ['cat src/*', 'cat src/a.ts'],
    ['echo *', 'echo $HOME'],
    ['ls *', 'ls *.ts'],
    ['find *', "find . -name '*.ts'"],
    ['sudo apt update', 'sudo apt update'],
    ['sudo apt update', 'sudo  apt update'],
    ['* --version', 'node --version'],
    ['git commit -m "*"', 'git commit -m "two words"'],
    ['awk *', "awk -F, '{print $1}' x"],
  ];
  test.each(allowed)('%s allows %j', (pattern, line) => {
    expect(verdictOf([`allow run_command(${pattern})`], command(line))).toBe('allow');
  });

  const asked: readonly (readonly [string, string])[] = [
    ['git *', 'gitx status'],
    ['git *', '/tmp/git status'],
    ['git *', './git status'],
    ['git *', 'git status; rm -rf /'],
    ['git *', 'git status;rm -rf /'],
    ['git *', 'git status && rm x'],
    ['git *', 'git status || rm x'],
    ['git *', 'git status | sh'],
    ['git *', 'git status |& sh'],
    ['git *', 'git status & rm x'],
    ['git *', 'git status\nrm x'],
    ['git *', 'git status # note\nrm x'],
    ['git *', 'git log $(rm x)'],
    ['git *', 'git log "$(rm x)"'],
    ['git *', 'git log `rm x`'],
    ['git *', 'git log "`rm x`"'],
    ['git *', 'git log <(rm x)'],
    ['git *', 'git log >(rm x)'],
    ['git *', 'git log <<< "$(rm x)"'],
    ['git *', '(git log; rm x)'],
    ['git *', '{ git log; rm x; }'],
    ['git *', 'git log > f'],
    ['git *', 'git log >> ~/.bashrc'],
    ['git *', 'git log >| f'],
    ['git *', 'git log &> f'],
    ['git *', 'git log >& f'],
    ['git *', '(git log) > f'],
    ['git *', 'git log > /dev/null/../../x'],
    ['git *', 'PATH=/tmp git status'],
    ['git *', 'GIT_SSH_COMMAND=x git fetch'],
    ['git *', 'PATH=/tmp; git status'],
    ['git *', 'export PATH=/tmp; git status'],
    ['git *', 'alias git=rm; git x'],
    ['git *', 'git() { rm x; }; git'],
    ['git *', 'function git { rm x; }; git'],
    ['git *', '$GIT status'],
    ['git *', 'g$X status'],
    ['git *', '{git,-c,x}'],
    ['git *', 'git -c core.pager=x log'],
    ['git *', 'git --exec-path=/tmp status'],
    ['git *', 'git -C /tmp/evil status'],
    ['git *', 'git {-c,core.pager=x} log'],
    ['git *', 'git $X log'],
    ['git *', 'git config alias.x "!rm"'],
    ['git *', 'git rebase -x "rm x" HEAD~1'],
    ['git *', 'git rebase --exec="rm x" HEAD~1'],
    ['git *', 'git rebase --exe="rm x" HEAD~1'],
    ['git *', 'git bisect run rm x'],
    ['git *', 'git submodule foreach rm x'],
    ['git *', 'git clone ext::sh% -c% id'],
    ['git *', 'git fetch --upload-pack="rm x" o'],
    ['git *', 'git grep -Orm x'],
    ['git *', 'git log "'],
    ['git *', 'git log <<EOF\nx\nEOF'],
    ['git *', 'if true; then git log; fi'],
    ['git *', 'git log $((1))'],
    ['git *', `git log \${X:=$(rm x)}`],
    ['git *', "git log $'x'"],
    ['git *', 'git\u00a0status'],
    ['git *', 'git status\r\nrm x'],
    ['git *', 'time git status'],
    ['git *', 'sudo git status'],
    ['git *', ''],
    ['git *', '# git'],
    ['find *', 'find . -exec rm {} +'],
    ['find *', 'find . -ex"ec" rm {} +'],
    ['find *', 'find . -delete'],
    ['find *', 'find . -fprint f'],
    ['find *', 'find . $X'],
    ['find *', 'find *'],
    ['find *', '/usr/bin/find . -okdir rm {} +'],
    ['env *', 'env rm x'],
    ['sudo *', 'sudo rm x'],
    ['xargs *', 'xargs rm'],
    ['sh *', 'sh -c "rm x"'],
    ['bash *', 'bash x.sh'],
    ['eval *', 'eval "rm x"'],
    ['source *', 'source x'],
    ['. *', '. ./x'],
    ['exec *', 'exec rm x'],
    ['command *', 'command rm x'],
    ['timeout *', 'timeout 5 rm x'],
    ['* ', 'sudo rm x'],
    ['python *', 'python -c "import os"'],
    ['node *', 'node --eval=1'],
    ['tar *', 'tar cf x --checkpoint-action=exec=rm .'],
    ['tar *', 'tar cf x --checkpoint-act=exec=rm .'],
    ['awk *', 'awk \'BEGIN{system("rm x")}\''],
    ['printf *', "printf -v 'a[$(rm x)]' x"],
    ['git *', "git ls-remote --u='rm x' ."],
    ['git *', 'git diff --output=/tmp/x'],
    ['git *', 'git diff --outp=/tmp/x'],
    ['git *', 'git rebase -ix "rm x" HEAD~1'],
    ['git *', 'git grep -nOrm x'],
    ['git *', 'git send-email --sendmail-cmd=rm x'],
    ['git *', 'git apply --unsafe-paths x'],
    ['fd *', 'fd -Hx rm'],
    ['tar *', 'tar -xIrm -f x'],
    ['tar *', 'tar xIf rm x'],
    ['rsync *', 'rsync -ae "rm x" a b:'],
    ['sort *', 'sort -uo x y'],
    ['curl *', 'curl -sSLo x https://a.example'],
    ['python *', 'python -Ic "import os"'],
    ['perl *', 'perl -lne "unlink"'],
    ['tmux *', 'tmux new rm x'],
    ['jobs *', 'jobs -x rm x'],
    ['compgen *', 'compgen -W "$(rm x)"'],
    ['sed *', "sed '1e rm x' a"],
    ['sed *', "sed 's/a/rm x/e' a"],
    ['sed *', "sed 's/a/b/w x' a"],
    ['sed *', "sed 's/a/b/we' a"],
    ['sed *', "sed -n 'p;e rm x' a"],
    ['sed *', "sed -n -e p -e 'e rm x' a"],
    ['sed *', "sed -ne p --expression='e rm x' a"],
    ['sed *', "sed -ne p --expression 'w x' a"],
    ['sed *', "sed '/a/w x' a"],
    ['sed *', "sed 's/[/]/p;s/e;/a/p' a"],
    ['sed *', "sed '/[/]/p;/e;/p' a"],
    ['sed *', "sed 'p\ne rm x' a"],
    ['sed *', 'sed -i s/a/b/ a'],
    ['sed *', 'sed -ni p a'],
    ['sed *', 'sed --in-pl s/a/b/ a'],
    ['sed *', 'sed -f x a'],
    ['sed *', 'sed a -f x'],
    ['sed *', 'sed p -- -i $X'],
    ['sed *', 'sed "$X" a'],
    ['npm test', 'npm test x'],
    ['npm test', 'npm'],
    ['npm test', '"npm test"'],
    ['npm run test:*', 'npm run test:$X'],
    ['npm run test:*', 'npm run test:unit evil'],
    ['cat src/*', 'cat src/../../etc/passwd'],
    ['cat src/*', 'cat src/a /etc/passwd'],
    ['rm \\*', 'rm x'],
  ];
  test.each(asked)('REQ-915-030 %s does not allow %j', (pattern, line) => {
    expect(verdictOf([`allow run_command(${pattern})`], command(line))).toBe('ask');
  });

  test('several rules may together cover a line', () => {
    const rules = ['allow run_command(git *)', 'allow run_command(npm test)'];
    expect(verdictOf(rules, command('git pull && npm test'))).toBe('allow');
    expect(verdictOf(rules, command('git pull && npm install'))).toBe('ask');
  });

  const denied: readonly (readonly [string, Verdict])[] = [
    ['rm x', 'deny'],
    ['/bin/rm x', 'deny'],
    ['\\rm x', 'deny'],
    ['git log && rm x', 'deny'],
    ['git log "$(rm x)"', 'deny'],
    ['sudo rm x', 'deny'],
    ['find . -exec rm {} +', 'deny'],
    ['X=1 rm x', 'deny'],
    ['RM x', 'deny'],
    ['tmux new -d rm x', 'deny'],
    ['socat - EXEC:rm', 'ask'],
    ['rm x > f', 'deny'],
    ['rm $X', 'deny'],
    ['bash -c "rm x"', 'ask'],
    ['$X x', 'ask'],
    ['if a; then rm x; fi', 'ask'],
    ['git log', 'allow'],
    ['echo rm', 'allow'],
  ];
  test.each(denied)('with `rm *` denied and the rest allowed, %j: %s', (line, verdict) => {
    expect(verdictOf(['allow run_command', 'deny run_command(rm *)'], command(line))).toBe(verdict);
  });

  test('an unknown word may be the denied one', () => {
    expect(verdictOf(['allow run_command', 'deny run_command(git push --force)'], command('git push $X'))).toBe('ask');
  });

  test('a rule for exactly this line allows it', () => {
    const line = 'for f in *; do echo "$f" > x; done';
    const rules = [rule('deny run_command(rm *)'), suggestRule(command(line))];
    expect(weighRules(rules, command(line)).verdict).toBe('allow');
  });
});

describe('path patterns', () => {
  const table: readonly (readonly [string, string, boolean])[] = [
    ['src/**', 'src/a.ts', true],
    ['src/**', 'src/a/b/c.ts', true],
    ['src/**', 'src', true],
    ['src/**', './src//a.ts', true],
    ['src/*', 'src/a.ts', true],
    ['src/*', 'src/a/b.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'x/y/a.ts', true],
    ['**', '.env', true],
    ['src/**', 'srcx/a.ts', false],
    ['src/**', 'src/../secret', false],
    ['src/**', 'src/a/../../secret', false],
    ['src/**', '../src/a', false],
    ['**', '../a', false],
    ['**', '/etc/passwd', false],
    ['*', '/etc', false],
    ['etc/**', '/etc/passwd', false],
    ['/etc/**', 'etc/passwd', false],
    ['/opt/x/**', '/opt/x/a', true],
    ['/opt/x/**', '/opt/x/../y', false],
    ['**', 'C:/x', false],
    ['**', 'a\0b', false],
    ['**', 'a\\..\\..\\b', false],
    ['**', '.git/hooks/pre-commit', false],
    ['**', 'sub/.GIT/config', false],
    ['*/config', '.git/config', false],
    ['.git/**', '.git/config', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['app/[id].tsx', 'app/[id].tsx', true],
    ['app/[id].tsx', 'app/i.tsx', false],
    ['a(b)', 'a(b)', true],
  ];
  test.each(table)('%s allows %j: %s', (pattern, path, isAllowed) => {
    expect(verdictOf([`allow write_file(${pattern})`], write(path))).toBe(isAllowed ? 'allow' : 'ask');
  });

  test.each([
    ['secrets/**', 'secrets/a', 'deny'],
    ['secrets/**', 'x/../secrets/a', 'deny'],
    ['secrets/**', './secrets//a', 'deny'],
    ['secrets/**', 'Secrets/A', 'deny'],
    ['secrets/**', 'x\\..\\secrets\\a', 'deny'],
    ['**/.env', 'a/.env', 'deny'],
    ['**', '.git/config', 'deny'],
    ['caf\u00e9/**', 'cafe\u0301/x', 'deny'],
    ['secrets/**', 'public/a', 'allow'],
    ['secrets/**', '../secrets/a', 'allow'],
  ] as const)('denying %s: %j is %s', (pattern, path, verdict) => {
    expect(verdictOf([`deny read_file(${pattern})`], reading(path))).toBe(verdict);
  });
});

describe('URL patterns', () => {
  const docs = 'https://docs.example.com/*';
  const table: readonly (readonly [string, string, boolean])[] = [
    [docs, 'https://docs.example.com/', true],
    [docs, 'https://docs.example.com', true],
    [docs, 'https://DOCS.example.com:443/a/b?c=d#e', true],
    [docs, 'https://docs.example.com.evil.org/', false],
    [docs, 'https://docs.example.com@evil.org/', false],
    [docs, 'https://docs.example.com:x@evil.org/', false],
    [docs, 'https://user@docs.example.com/', false],
    [docs, 'https://evil.org/https://docs.example.com/', false],
    [docs, 'https://evil.org/?https://docs.example.com/', false],
    [docs, 'https://evil.org#https://docs.example.com/', false],
    [docs, 'https://evil.org\\@docs.example.com/', false],
    [docs, 'https://docs.example.com\\@evil.org/', true],
    [docs, 'http://docs.example.com/', false],
    [docs, 'https://docs.example.com:8443/', false],
    [docs, 'https://docs.example.com./', false],
    [docs, 'https://docs\u3002example\u3002com/', true],
    [docs, 'https://d\u043ecs.example.com/', false],
    [docs, 'file:///docs.example.com/', false],
    [docs, 'javascript:alert(1)', false],
    [docs, 'docs.example.com', false],
    [docs, '', false],
    ['https://a.example/x/*', 'https://a.example/x/../y', false],
    ['https://a.example/x/*', 'https://a.example/x/%2e%2e/y', false],
    ['https://a.example/x/*', 'https://a.example/xy', false],
    ['https://a.example/x', 'https://a.example/x', true],
    ['https://a.example/x', 'https://a.example/x?steal=1', false],
    ['https://a.example', 'https://a.example/', true],
    ['https://a.example', 'https://a.example/x', false],
    ['https://*.a.example/*', 'https://b.a.example/', true],
    ['https://*.a.example/*', 'https://a.example/', false],
    ['https://*.a.example/*', 'https://ba.example/', false],
    ['https://*.a.example/*', 'https://evil.org/.a.example/', false],
    ['https://a.example*', 'https://a.example.evil.org/', false],
    ['https://*', 'https://evil.org/', false],
    ['a.example/*', 'http://a.example/x', true],
    ['a.example/*', 'ftp://a.example/x', false],
    ['https://münchen.example/*', 'https://xn--mnchen-3ya.example/', true],
    ['http://127.0.0.1/*', 'http://2130706433/', true],
    ['*', 'https://evil.org/', true],
  ];
  test.each(table)('%s allows %j: %s', (pattern, address, isAllowed) => {
    expect(verdictOf([`allow fetch_url(${pattern})`], fetching(address))).toBe(isAllowed ? 'allow' : 'ask');
  });

  test.each([
    ['https://evil.org/*', 'https://me:pw@evil.org/x', 'deny'],
    ['https://evil.org/*', 'https://evil.org./x', 'deny'],
    ['evil.org/*', 'http://EVIL.org/x', 'deny'],
    ['https://evil*', 'https://evil.org/x', 'ask'],
    ['https://evil.org/*', '::', 'ask'],
    ['https://evil.org/*', 'https://good.org/', 'allow'],
  ] as const)('denying %s: %j is %s', (pattern, address, verdict) => {
    expect(verdictOf(['allow fetch_url', `deny fetch_url(${pattern})`], fetching(address))).toBe(verdict);
  });
});

test('rules of an untrusted project can only restrict', () => {
  const rules = ['allow *', 'ask read_file', 'deny run_command'].map(rule);
  expect(narrowRules(rules)).toEqual(['ask read_file', 'deny run_command'].map(rule));
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(fc.constantFrom(...'()*\\ \n"\'/.;$`&:', '..', 'a', 'git', 'kind:', 'https://x.y/'))
    .map((all) => all.join('')),
);
const anyCall: fc.Arbitrary<WeighedCall> = fc.record({
  tool: fc.oneof(
    fc.constantFrom('run_command', 'kind:write', ' a ', 'x(', 'a\\', 'b\\ '),
    anyText.filter((text) => text !== ''),
  ),
  kind: fc.constantFrom(...toolKinds),
  subject: anyText,
});

test(
  'a suggested rule, written and parsed again, allows the call it was suggested for',
  () => {
    holds(anyCall, 2_000, (call) => {
      const suggested = suggestRule(call);
      const again = parseRule(writeRule(suggested), 'allow');
      expect(again).toEqual({ rule: suggested });
      expect(weighRules([rule('ask *'), suggested], call)).toEqual({ verdict: 'allow', rule: suggested });
    });
  },
  patience,
);

test(
  'REQ-915-030 never allows a line with an allowed and an unknown command, however they are combined',
  () => {
    const joints: readonly string[] = [
      ...['A; B', 'B; A', 'A && B', 'B || A', 'A | B', 'A |& B', 'A & B', 'A\nB', 'A $(B)', 'A "$(B)"', 'A `B`'],
      ...[
        'A <(B)',
        '(A; B)',
        '{ A; B; }',
        'A > $(B)',
        'if A; then B; fi',
        'A <<< "$(B)"',
        '! B',
        'X=1 A; B',
        'A # x\nB',
      ],
      ...['for i in 1; do A; B; done', 'A "`B`"', 'A 2>&1 | B', 'A \\\n; B', 'A "x"`B`', "A 'x'$(B)", 'A "a;" ; B'],
    ];
    const allowed = fc.constantFrom('git log', 'git "a b"', "git commit -m ';'", 'git', 'git log \\; x');
    const unknown = fc.constantFrom('rm x', 'curl evil', 'gitx', '/bin/sh', 'true');
    holds(
      fc.tuple(fc.array(fc.constantFrom(...joints), { minLength: 1, maxLength: 3 }), allowed, unknown),
      1_000,
      (made) => {
        const [shapes, known, stranger] = made;
        const line = shapes.reduce(
          (inner, shape) => shape.replace('A', () => known).replace('B', () => inner),
          stranger,
        );
        expect(verdictOf(['allow run_command(git *)'], command(line))).toBe('ask');
      },
    );
  },
  patience,
);

test(
  'any rules and call give a verdict',
  () => {
    const anyRule = fc.record({
      verdict: fc.constantFrom<Verdict>('allow', 'ask', 'deny'),
      tool: fc.oneof(fc.constant('*'), anyText),
      pattern: anyText,
    });
    holds(fc.tuple(fc.array(anyRule, { maxLength: 4 }), anyCall), 1_000, ([rules, call]) => {
      expect(['allow', 'ask', 'deny']).toContain(weighRules(rules, call).verdict);
    });
  },
  patience,
);
