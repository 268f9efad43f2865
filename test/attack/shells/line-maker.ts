/**
 * Command lines from a grammar of shells, most of them valid somewhere. A second step damages some: a token of any shell is put in, taken
 * out or moved, so that lines meet which only some shells read, or which each reads in another way.
 */
import { createDice, type Dice } from '../../sessions/dice.ts';

/** Pieces of lines, separated by `¦`. */
const all = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split('¦'));

/** Programs that only record how they were started. */
export const stubs: readonly string[] = ['pa', 'pb', 'pc', 'file', 'tac', 'stat'];

const blanks = [' ', ' ', ' ', ' ', '  ', '\t', ' \\\n'];
const names = all(`pa¦pb¦pc¦pa¦pb¦file¦tac¦stat¦echo¦true¦false¦cd`);
const words = all(
  `f¦d¦d/g¦../secret¦link¦link/../g¦-n¦--¦-¦12¦7¦a=b¦a+=b¦{}¦x#y¦HEAD^¦HEAD~1¦~¦~x¦'q r'¦"s t"¦''¦""¦"a'b"`,
  `'a"b'¦\\;¦\\ ¦a\\ b¦"$V"¦$V¦\${V}¦$?¦$1¦"a$"¦$¦a$¦"$("¦'$('¦*¦d/*¦?¦[a-z]¦{a,b}¦a{b¦}¦{¦!¦!x¦%¦%1¦=¦==¦=pb¦^`,
  `,¦@¦+¦:¦.¦..¦]¦[¦~+¦$'n'¦$"n"¦$((1+1))¦$[1]¦\${V:-pb}¦\${#V}¦\`pb\`¦"\`pb\`"¦$(pb)¦"$(pb x)"¦$(pb "$(pc)")`,
  `<(pb)¦>(pb)¦@(a|b)¦é¦naïve¦"é"¦\u00a0¦\u3000¦if¦do¦esac¦"a\nb"¦'a\nb'¦'a\\'¦"a\\\\"¦"a\\"b"¦"\\a"¦#¦x\\¦-->`,
  `2¦0`,
);
const redirections = all(
  `>o¦> o¦>>o¦2>o¦2> o¦2>&1¦>&2¦>/dev/null¦> /dev/null¦2>/dev/null¦1>&2¦</dev/null¦< f¦<f¦0<f¦&>o¦&>/dev/null`,
  `&>>/dev/null¦&> /dev/null¦12>/dev/null¦12>o¦10>&1¦>&5-¦2>&-¦>&-¦<&-¦>& o¦>&o¦>& 2¦>|o¦<>o¦3<>o¦<<<x`,
  `<<< "$(pb)"¦<<E\npb\nE\n¦<<'E'\npb\nE\n¦<<-E\n\t$(pb)\n\tE\n¦{v}>o¦>!o¦>>!o¦>&!o¦>>|o¦2>&1>o`,
);
const joints = all(
  `;¦ ; ¦; ¦&&¦ && ¦||¦ || ¦|¦ | ¦ & ¦& ¦ &\n¦\n¦\n\n¦ &&\n¦ |\n¦ ; # c\n¦ # c; pc\n¦\n# c\n¦|&¦ |& ¦&|¦ &! ¦;;`,
  `;&¦&¦ #x\n¦#\n¦\\\n¦ \\\n¦\r\n¦ ;\\\n¦&\\\n& ¦|\\\n| `,
);
const damage = all(
  ` ¦\t¦\n¦;¦&¦|¦<¦>¦(¦)¦{¦}¦{ ¦ }¦; }¦"¦'¦\\¦\`¦$¦$(¦)¦$((¦))¦#¦ #¦!¦! ¦~¦=¦*¦?¦[¦]¦&>¦>&¦<<¦<<<¦<<E\n¦\nE\n`,
  `|&¦;;¦&&¦||¦()¦<(¦>(¦2¦12¦9¦-¦\\\n¦{}¦%¦^¦,¦if ¦ then ¦ fi¦for v in ¦ do ¦ done¦while ¦case x in ¦ esac`,
  `function ¦time ¦coproc ¦select ¦[[ ¦ ]]¦repeat 2 ¦V=¦V+=¦a[1]=¦a=(¦$'¦$"¦\u00a0¦\r¦é¦\u000b¦\f¦- ¦+¦@`,
  `alias x=pb\n¦noglob ¦nocorrect ¦exec ¦eval ¦command ¦. ¦cd d && ¦cd link/.. && ¦cd .. && `,
);

/** Every pair of characters that are not letters, between two names. */
export function* everyPair(): Generator<string> {
  const marks = [...'!"#$%&\'()*+,-./12:;<=>?@[\\]^_`{|}~\t\n '];
  for (const first of marks) {
    for (const second of marks) {
      for (const [before, after] of [
        ['pa', 'pb'],
        ['pa ', 'pb'],
        ['pa ', ' pb'],
      ])
        yield `${before}${first}${second}${after}`;
    }
  }
}

export function* generatedLines(seed: number, count: number): Generator<string> {
  const dice = createDice(seed);
  for (let made = 0; made < count; made += 1) yield makeLine(dice);
}

/** A line; `depth` is how far groups may still be nested. */
export function makeLine(dice: Dice): string {
  let line = makeList(dice, 2);
  for (let times = dice.chance(0.45) ? 1 + dice.below(3) : 0; times > 0; times -= 1) line = damaged(line, dice);
  return line;
}

function makeList(dice: Dice, depth: number): string {
  const pieces = [makeCommand(dice, depth)];
  for (let more = dice.below(3); more > 0; more -= 1) pieces.push(dice.pick(joints), makeCommand(dice, depth));
  if (dice.chance(0.1)) pieces.push(dice.pick([';', ' &', '\n', ' #c', ' ;', '&']));
  return pieces.join('');
}

function makeCommand(dice: Dice, depth: number): string {
  const roll = dice.random();
  if (depth > 0 && roll < 0.06) return `${dice.pick(['(', '( '])}${makeList(dice, depth - 1)})${redirected(dice)}`;
  if (depth > 0 && roll < 0.1)
    return `{ ${makeList(dice, depth - 1)}${dice.pick(['; }', '\n}', ' }'])}${redirected(dice)}`;
  if (depth > 0 && roll < 0.13)
    return `${dice.pick(['pa $(', 'pa "$(', 'pa `'])}${makeList(dice, depth - 1)}${dice.pick([')', ')"', '`'])}`;
  if (roll < 0.16)
    return `cd ${dice.pick(['d', 'link', 'link/..', 'd/..', '..', 'd/e', './d', '-', '.', '"d"', 'd x'])} ${dice.pick(['&&', '&&', ';', '|', '&'])} ${makeSimple(dice)}`;
  if (roll < 0.19) return `! ${makeSimple(dice)}`;
  return makeSimple(dice);
}

function makeSimple(dice: Dice): string {
  const pieces: string[] = [];
  if (dice.chance(0.05))
    pieces.push(dice.pick(['V=1', 'V=', 'V=$(pb)', 'V+=1', 'a[0]=1', '"V"=1', 'V="x y"', 'IFS=x', 'PATH=d', 'V=~']));
  if (dice.chance(0.05)) pieces.push(dice.pick(redirections));
  const name = dice.pick(names);
  pieces.push(dice.chance(0.08) ? respelled(name, dice) : name);
  for (let count = dice.below(4); count > 0; count -= 1) {
    pieces.push(dice.chance(0.2) ? dice.pick(redirections) : dice.pick(words));
  }
  const joined = pieces.reduce((line, piece) => line + (dice.chance(0.04) ? '' : dice.pick(blanks)) + piece);
  return joined;
}

function respelled(name: string, dice: Dice): string {
  const [first = '', ...rest] = name;
  const end = rest.join('');
  return dice.pick([
    `"${name}"`,
    `'${name}'`,
    `\\${name}`,
    `${first}\\\n${end}`,
    `${first}''${end}`,
    `${first}?`,
    `./${name}`,
    `$V${name}`,
    `${first}"${end}"`,
    `-${name}`,
    `=${name}`,
  ]);
}

const redirected = (dice: Dice): string =>
  dice.chance(0.2) ? `${dice.pick([' ', ''])}${dice.pick(redirections)}` : '';

function damaged(line: string, dice: Dice): string {
  const at = dice.below(line.length + 1);
  const roll = dice.random();
  if (roll < 0.65) return line.slice(0, at) + dice.pick(damage) + line.slice(at);
  if (roll < 0.85) return line.slice(0, at) + line.slice(at + 1);
  const end = at + 1 + dice.below(4);
  return line.slice(0, at) + dice.pick(damage) + line.slice(end);
}
