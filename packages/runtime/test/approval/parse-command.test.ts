/** Either everything that a shell would run is found, or the user decides about the line. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { parseCommand } from '../../src/approval/parse-command.ts';

/** Writes each command as its words: `…` for a word that the shell expands, `=` for assignments, `>` for redirections. */
function found(line: string): readonly string[] | string {
  const parsed = parseCommand(line);
  if ('unparsed' in parsed) return `unparsed: ${parsed.unparsed}`;
  return parsed.commands.map(({ words, assigned, redirects }) =>
    [
      ...(assigned.length > 0 ? ['='] : []),
      ...words.map(({ text, fixed }) => (fixed ? text : `${text}…`)),
      ...(redirects ? ['>'] : []),
    ].join(' '),
  );
}

const read: readonly (readonly [string, readonly string[]])[] = [
  ['git status', ['git status']],
  ['  git\tstatus  ', ['git status']],
  ['git status;', ['git status']],
  ['a; b', ['a', 'b']],
  ['a && b || c', ['a', 'b', 'c']],
  ['a&&b||c', ['a', 'b', 'c']],
  ['a & b', ['a', 'b']],
  ['a &', ['a']],
  ['a\nb\n\nc', ['a', 'b', 'c']],
  ['a &&\n b', ['a', 'b']],
  ['a # b; rm x', ['a']],
  ['a # b\nrm x', ['a', 'rm x']],
  ['a#b', ['a#b']],
  ['# nothing', []],
  ['', []],
  ['a $(b c) d', ['b c', 'a … d']],
  ['a "$(b c)" d', ['b c', 'a … d']],
  ['a "$(b "$(c)")"', ['c', 'b …', 'a …']],
  ['a `b c` d', ['b c', 'a … d']],
  ['a "`b`"', ['b', 'a …']],
  ["a '$(b)' '`c`'", ['a $(b) `c`']],
  ['(a; b)', ['a', 'b']],
  ['(a) && { b; }', ['a', 'b']],
  ['{ a; b; } | c', ['a', 'b', 'c']],
  ['! a', ['a']],
  ['a {} +', ['a {} +']],
  ['a }', ['a }']],
  ['a "b c" \'d e\' f\\ g', ['a b c d e f g']],
  ['a "b\\"c" "d\\$e"', ['a b"c d$e']],
  ['a\\\nb', ['ab']],
  ['a \\\n  b', ['a b']],
  ['"git" st\'at\'us', ['git status']],
  ['\\rm x', ['rm x']],
  [`a $X \${Y} $1 $? $@`, ['a … … … … …']],
  ['a b$X', ['a b…']],
  ['a $ b', ['a $ b']],
  ['a *.ts ?x [ab]', ['a *.ts… ?x… [ab]…']],
  ['a {b,c}', ['a {b,c}…']],
  ['a ~/x', ['a ~/x…']],
  ['[ -f x ]', ['[ -f x ]']],
  ['PATH=/tmp git status', ['= git status']],
  ['A=1 B=2', ['=']],
  ['A=$(rm x) git', ['rm x', '= git']],
  ['a B=c', ['a B=c']],
  ['a > f', ['a >']],
  ['a >f b', ['a b >']],
  ['a>f', ['a >']],
  ['a >> f', ['a >']],
  ['a >| f', ['a >']],
  ['a <> f', ['a >']],
  ['a 2> f', ['a >']],
  ['> f', ['>']],
  ['a > "$X"', ['a >']],
  ['a > $(b)', ['b', 'a >']],
  ['(a) > f', ['a', '>']],
  ['{ a; } > f', ['a', '>']],
  ['a 2>&1', ['a']],
  ['a > /dev/null 2>&1', ['a']],
  ['a >&2', ['a']],
  ['a < f', ['a']],
  ['a < /dev/null', ['a']],
  ['a < /dev/tcp/evil.example/80', ['a >']],
  ['a < $X', ['a >']],
  ['echo a >/dev/null/../x', ['echo a >']],
];

test.each(read)('REQ-915-030 %j', (line, commands) => {
  expect(found(line)).toEqual(commands);
});

const left: readonly (readonly [string, string])[] = [
  ['a |& b', 'it has an operator that shells read differently'],
  ['a &>/dev/null b', 'it has an operator that shells read differently'],
  ['a &>>/dev/null b', 'it has an operator that shells read differently'],
  ['a &> f', 'it has an operator that shells read differently'],
  ['a &! b', 'it has an operator that shells read differently'],
  ['a &| b', 'it has an operator that shells read differently'],
  ['a &b', 'it has an operator that shells read differently'],
  ['a ;& b', 'it has a `case`'],
  ['a ;| b', 'it has an operator that shells read differently'],
  ['a 12>/dev/null', 'a redirection has a long number'],
  ['a 10>&1', 'a redirection has a long number'],
  ['a 2>&10', 'a redirection has an unusual target'],
  ['a >&5-', 'a redirection has an unusual target'],
  ['a >& f', 'a redirection has an unusual target'],
  ['a >&f', 'a redirection has an unusual target'],
  ['a >& 2', 'a redirection has an unusual target'],
  ['a <&-', 'a redirection has an unusual target'],
  ['a2>f', 'a redirection touches the word before it'],
  ['"2">f', 'a redirection touches the word before it'],
  ['a 2>&1>f', 'a redirection has an unusual target'],
  ['a {v}>f', 'a redirection touches the word before it'],
  ['a >!f', 'a redirection has no target'],
  ['a <(b)', 'it has a process substitution'],
  ['a >(b)', 'it has a process substitution'],
  ['a > >(b)', 'a redirection has no target'],
  ['a <<< b', 'it has a here-document'],
  ['a 2\\\n>f', 'a line is continued inside a word'],
  ['a;\\\nb', 'a line is continued without a blank'],
  ['a[1]=x git', 'what it runs depends on an expansion'],
  ['a+=x git', 'what it runs looks like an assignment'],
  ['"A"=x git', 'what it runs looks like an assignment'],
  ['-x a', 'what it runs has an unusual name'],
  ['a: b', 'what it runs has an unusual name'],
  ['- a', 'what it runs has an unusual name'],
  ['%1', 'what it runs has an unusual name'],
  ['=ls', 'what it runs depends on an expansion'],
  ['é a', 'what it runs has an unusual name'],
  ['repeat 2 a', 'it has `repeat`'],
  ['noglob a', 'it has `noglob`'],
  ['!(a)', 'there is a bracket inside a word'],
  ['() { a; }', 'a group is empty'],
  ['(a) () { b; }', 'there is text where none is allowed'],
  ['{a; }', 'what it runs depends on an expansion'],
  ['a # b\\\nc', 'it has an ambiguous comment'],
  ['(a)#b', 'it has an ambiguous comment'],
  ['a `b "c"`', 'there is more than plain words between backticks'],
  ['a $=b', 'it has an unusual expansion'],
  ['a "$\'b\'"', 'it has an unusual expansion'],
  ['a \u00e0', 'it has an unusual character outside of quotes'],
  ['a \u200bb', 'it has an unusual character outside of quotes'],
  ['a "\u00e9\\"', 'it has an ambiguous character'],
  ['a \ud800', 'it has half of a character'],
  ['a "b', 'a quote is not closed'],
  ["a 'b", 'a quote is not closed'],
  ['a `b', 'a backtick is not closed'],
  ['a `b \\`c\\``', 'there is a backslash between backticks'],
  ['a $(b', 'a bracket is not closed'],
  ['(a', 'a bracket is not closed'],
  ['{ a; ', 'a bracket is not closed'],
  ['{ a }', 'a bracket is not closed'],
  ['a)', 'there is text where none is allowed'],
  ['(a) b', 'there is text where none is allowed'],
  [') a', 'an operator is where a command should be'],
  ['; a', 'an operator is where a command should be'],
  ['a ; ; b', 'an operator is where a command should be'],
  ['a & ; b', 'an operator is where a command should be'],
  ['a | & b', 'an operator is where a command should be'],
  ['a &\\\n& b', 'it has an operator that shells read differently'],
  ['a &&', 'it ends with an operator'],
  ['a |', 'it ends with an operator'],
  ['(a &&)', 'it ends with an operator'],
  ['a \\', 'it ends with a backslash'],
  ['a <<EOF\nrm\nEOF', 'it has a here-document'],
  ['a <<-EOF', 'it has a here-document'],
  ["cat <\\\n<EOF\n'\nEOF\nrm x\n'", 'a line is continued without a blank'],
  ['a >', 'a redirection has no target'],
  ['a > ; b', 'a redirection has no target'],
  ['a > # f', 'a redirection has no target'],
  ['a $((1+1))', 'it has arithmetic'],
  ['((a=1))', 'it has arithmetic'],
  ['a $[1+1]', 'it has an unusual expansion'],
  [`a \${X:-$(b)}`, 'it has an unusual expansion'],
  [`a \${X@P}`, 'it has an unusual expansion'],
  ['a "$\\\n(b)"', 'it has an unusual expansion'],
  ["a $'\\x41'", 'it has unusual quotes'],
  ['a $"b"', 'it has unusual quotes'],
  ['$X a', 'what it runs depends on an expansion'],
  ['"$X" a', 'what it runs depends on an expansion'],
  ['$(echo rm) a', 'what it runs depends on an expansion'],
  ['`echo rm` a', 'what it runs depends on an expansion'],
  ['r$X a', 'what it runs depends on an expansion'],
  ['{rm,-rf,/}', 'what it runs depends on an expansion'],
  ['/bin/r? x', 'what it runs depends on an expansion'],
  ['~/x', 'what it runs depends on an expansion'],
  ['if a; then b; fi', 'it has `if`'],
  ['for f in *; do rm "$f"; done', 'it has `for`'],
  ['while a; do b; done', 'it has `while`'],
  ['until a; do b; done', 'it has `until`'],
  ['select x in a; do b; done', 'it has `select`'],
  ['case x in a) b;; esac', 'it has `case`'],
  ['a ;; b', 'it has a `case`'],
  ['f() { rm x; }', 'there is a bracket inside a word'],
  ['function f { rm x; }', 'it has `function`'],
  ['a=(b c)', 'there is a bracket inside a word'],
  ['a @(b|c)', 'there is a bracket inside a word'],
  ['[[ -f x ]]', 'what it runs depends on an expansion'],
  ['time a', 'it has `time`'],
  ['coproc a', 'it has `coproc`'],
  ['! ! a', 'it has `!`'],
  ['PA\\\nTH=/tmp git', 'what it runs looks like an assignment'],
  ['i\\\nf a', 'it has `if`'],
  ['a \\\n#b', 'a line is continued without a blank'],
  ['a\0b', 'it has control characters'],
  ['a\rb', 'it has control characters'],
  ['a\u001b[2Kb', 'it has control characters'],
  ['a\u00a0b', 'it has an unusual space'],
  ['a\u2028b', 'it has an unusual space'],
  [`${'('.repeat(40)}a${')'.repeat(40)}`, 'it has arithmetic'],
  ['$( '.repeat(9_000), 'it is very long'],
  [`a ${'$(a '.repeat(40)}${')'.repeat(40)}`, 'it is nested very deeply'],
  ['a'.repeat(20_001), 'it is very long'],
];

test.each(left)('REQ-915-030 %j requires a question', (line, why) => {
  expect(found(line)).toBe(`unparsed: ${why}`);
});

test(
  'any text is parsed or rejected without an exception',
  () => {
    const shellish = fc
      .array(
        fc.constantFrom(...' \t\n;&|<>(){}$`"\'\\#!=*?[]~', 'a', 'if', '&&', '$(', '<<', `\${`, 'x=', '2>', 'é', '\0'),
      )
      .map((pieces) => pieces.join(''));
    holds(fc.oneof(shellish, fc.string({ unit: 'binary', maxLength: 60 })), 2_000, (line) => {
      const parsed = parseCommand(line);
      expect('unparsed' in parsed || parsed.commands.every(({ words }) => Array.isArray(words))).toBe(true);
    });
  },
  patience,
);

/** A line made of numbered commands, and their number. */
const composed = fc.letrec<{ readonly line: (at: number) => readonly [string, number] }>((tie) => {
  type Make = (at: number) => readonly [string, number];
  const simple: fc.Arbitrary<Make> = fc
    .array(fc.constantFrom('x', '"y z"', "'; rm'", '\\;', '$V', '*.ts', '2>&1', '>/dev/null', '"a\'b"', 'é', 'x~'), {
      maxLength: 3,
    })
    .map((words) => (at) => [[`cmd${at}`, ...words].join(' '), at + 1]);
  const joined: fc.Arbitrary<Make> = fc
    .tuple(tie('line'), fc.constantFrom(';', '&&', '||', '|', ' & ', '\n', ' &&\n', ' ;# note\n'), tie('line'))
    .map(([left, operator, right]) => (at) => {
      const [first, middle] = left(at);
      const [second, end] = right(middle);
      return [`${first}${operator === ';' ? ' ;' : operator}${second}`, end];
    });
  const wrapped: fc.Arbitrary<Make> = fc
    .tuple(
      tie('line'),
      fc.constantFrom<readonly [string, string]>(
        ['( ', ')'],
        ['{ ', '; }'],
        ['say $( ', ')'],
        ['say "in $( ', ') out"'],
        ['( ', ') 2>&1'],
      ),
    )
    .map(([inner, [before, after]]) => (at) => {
      const [text, end] = inner(at);
      // The next command must not be inside a comment or follow an operator.
      return [`${before}${text}\n${after.replace(/^;/, '')}`, end];
    });
  return { line: fc.oneof({ maxDepth: 4 }, simple, joined, wrapped) };
}).line;

test(
  'REQ-915-030 finds every simple command of a line',
  () => {
    holds(composed, 500, (make) => {
      const [line, count] = make(0);
      const names = [found(line)].flat().map((command) => command.split(' ')[0]);
      const wanted = Array.from({ length: count }, (_, at) => `cmd${at}`);
      expect(names.filter((name) => name !== 'say').sort()).toEqual(wanted.sort());
    });
  },
  patience,
);
