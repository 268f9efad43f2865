/** Builds command lines from the two lists and checks them against rules: which must be asked about or denied, and which must not. */
import { type ApprovalRule, parseRule, type Verdict } from '@interlock/runtime';
import { weighRules } from '../../packages/runtime/src/approval/weigh-rules.ts';
import { createDice, type Dice } from '../sessions/dice.ts';
import { denied, spellings, wrappers } from './denied-forms.ts';
import { starredRules } from './starred-rules.ts';

export interface AttackTally {
  /** Lines that a rule with a star must not allow. */
  starred: number;
  /** Lines that a deny rule must catch. */
  denied: number;
  /** Lines that the rules are meant for, which must not be asked about. */
  meant: number;
  readonly wrong: string[];
}

const rulesOf = (...lines: readonly string[]): readonly ApprovalRule[] =>
  lines.map((line) => {
    const [verdict = '', ...rest] = line.split(' ');
    const parsed = parseRule(rest.join(' '), verdict as Verdict);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return parsed.rule;
  });

const verdictOf = (rules: readonly ApprovalRule[], subject: string): Verdict =>
  weighRules(rules, { tool: 'run_command', kind: 'command', subject }).verdict;

/** Allows everything around an attack, so that only the attack itself can cause a question. */
const bystanders = ['echo *', 'true', 'cat *', 'cd *', 'false', 'wc *'].map((rule) => `allow run_command(${rule})`);

/** Around a whole line. */
const around: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `true; ${line}`,
  (line) => `true && ${line}`,
  (line) => `${line} | cat`,
  (line) => `echo x | ${line}`,
  (line) => `(${line})`,
  (line) => `{ ${line}; }`,
  (line) => `echo "$(${line})"`,
  (line) => `! ${line}`,
  (line) => `${line} &`,
  (line) => `true\n${line}`,
  (line) => `${line} 2>&1`,
  (line) => `${line} < /dev/null`,
  (line) => `cat <(${line})`,
];

/** Other spellings of one word, for words that contain only letters, digits and harmless characters. */
const spell: readonly ((word: string) => string)[] = [
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => `${word.slice(0, 1)}\\${word.slice(1)}`,
  (word) => `${word.slice(0, 1)}"${word.slice(1)}"`,
];

function dress(line: string, dice: Dice): string {
  // Inside quotes, another spelling would be a different text.
  if (/["'\\]/.test(line)) return dice.pick(around)(line);
  const words = line.split(' ');
  const respelled = words.map((word, at) =>
    at > 0 && /^[\w./=:@+-]{2,}$/.test(word) && dice.chance(0.3) ? dice.pick(spell)(word) : word,
  );
  return dice.pick(around)(respelled.join(dice.chance(0.1) ? '  ' : ' '));
}

function attackStars(tally: AttackTally, dice: Dice, rounds: number): void {
  for (const { rule, also = [], asks, runs } of starredRules) {
    const [program = '', ...command] = rule.split(' ');
    for (const name of [program, ...also]) attackStar(tally, dice, rounds, [name, ...command].join(' '), asks, runs);
  }
}

function attackStar(
  tally: AttackTally,
  dice: Dice,
  rounds: number,
  words: string,
  asks: readonly string[],
  runs: readonly string[],
): void {
  const rules = rulesOf(...bystanders, `allow run_command(${words} *)`);
  for (const tail of asks) {
    const plain = `${words} ${tail}`.trim();
    for (const line of [plain, ...Array.from({ length: rounds }, () => dress(plain, dice))]) {
      tally.starred += 1;
      if (verdictOf(rules, line) === 'allow') tally.wrong.push(`${words} * allows ${JSON.stringify(line)}`);
    }
  }
  for (const tail of runs) {
    const line = `${words} ${tail}`.trim();
    tally.meant += 1;
    if (verdictOf(rules, line) !== 'allow') tally.wrong.push(`${words} * asks about ${JSON.stringify(line)}`);
  }
}

function attackDenials(tally: AttackTally, dice: Dice, rounds: number): void {
  for (const { rule, words, options } of denied) {
    const rules = rulesOf('allow run_command', `deny run_command(${rule})`);
    const hold = (line: string): void => {
      tally.denied += 1;
      if (verdictOf(rules, line) === 'allow') tally.wrong.push(`deny ${rule} lets through ${JSON.stringify(line)}`);
    };
    const withOptions = (): readonly string[] => {
      const [program = '', ...rest] = words;
      return [program, ...options.filter(() => dice.chance(0.2)), ...rest];
    };
    for (const one of [...spellings, ...wrappers]) hold(one.write(words));
    for (const option of options) hold([words[0], option, ...words.slice(1)].join(' '));
    for (let round = 0; round < rounds * wrappers.length; round += 1) {
      const spelledOut = dice.pick(spellings).write(withOptions());
      // Backticks cannot be nested.
      const fitting = wrappers.filter(({ name }) => !(spelledOut.includes('`') && name === 'backticks'));
      const once = dice.pick(fitting).write([spelledOut]);
      // A second layer of quotes would end the first.
      hold(dice.chance(0.5) || /['`]/.test(once) ? once : dice.pick(wrappers).write([once]));
      hold(dice.pick(around)(spelledOut));
    }
    for (const line of [
      'git status',
      'npm test',
      'ls -la',
      'node x.js',
      'cargo build',
      'go test ./...',
      'git commit -m x',
    ]) {
      tally.meant += 1;
      if (verdictOf(rules, line) !== 'allow') tally.wrong.push(`deny ${rule} stops ${JSON.stringify(line)}`);
    }
  }
}

/** `rounds`: how many random variations of each line are tried. */
export function runAttacks(seed: number, rounds: number): AttackTally {
  const tally: AttackTally = { starred: 0, denied: 0, meant: 0, wrong: [] };
  const dice = createDice(seed);
  attackStars(tally, dice, rounds);
  attackDenials(tally, dice, rounds);
  return tally;
}
