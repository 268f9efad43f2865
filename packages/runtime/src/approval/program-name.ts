/**
 * The canonical name of a program: `/usr/bin/python3.11` and `python`, `nodejs` and `node`, `gfind` and `find`, `fdfind` and `fd` are
 * the same program.
 */
import { launchers, riskyArguments, runners } from './command-tables.ts';
import { knownNames } from './known-table.ts';

const otherNames: ReadonlyMap<string, string> = new Map(
  [
    'gradlew gradle, mvnw mvn, nodejs node, fdfind fd, fd-find fd, ripgrep rg, batcat bat, gmake make, bsdtar tar, gnutar tar, busybox.nosuid busybox',
    'ex vim, view vim, vimdiff vim, rvim vim, gvim vim, nvi vi, ncat.nmap ncat, pypy python, ipython python, jruby ruby, luajit lua',
    'gawk awk, mawk awk, nawk awk, original-awk awk, gsed sed, pip-python pip, npm-cli npm, tsnode ts-node, ptsx tsx',
    'rgrep grep, zgrep grep, pcregrep grep, gcat cat, exa ls, eza ls, ll ls, vdir ls, dir ls, sha512 sha512sum, uutils busybox, coreutils busybox',
  ]
    .flatMap((line) => line.split(', '))
    .map((pair) => {
      const [other = '', name = ''] = pair.split(' ');
      return [other, name];
    }),
);

/** `/usr/bin/find` is `find`. */
export function programName(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? '').replace(/\.(exe|com|cmd|bat)$/i, '');
}

/** The name in the tables; its own name if they do not list it. */
export function canonicalName(word: string): string {
  const name = programName(word).toLowerCase();
  return forms(name).find(isKnown) ?? name;
}

/** Candidates: the name itself, then without version, prefix and suffix. */
function forms(name: string): readonly string[] {
  const bare = name
    .replace(
      /\.(basic|tiny|nox|gtk3|gtk|athena|distrib|real|orig|wrapped|traditional|openbsd|nmap|mjs|cjs|js|py|rb|pl|sh)$/,
      '',
    )
    .replace(/-(bin|real|wrapped|stable|nightly|dev|dbg|debug)$/, '');
  const plain = bare.replace(/(?<=[a-z+])[-_.]?v?\d+(\.\d+)*[a-z]?$/, '');
  const untargeted = plain.replace(/^([a-z0-9_]+-){2,4}(?=[a-z+]+$)/, '');
  const all = [name, bare, plain, untargeted].flatMap((form) => [otherNames.get(form) ?? form, form]);
  return [...all, ...all.filter((form) => form.startsWith('g')).map((form) => form.slice(1))];
}

function isKnown(name: string): boolean {
  return (
    runners.has(name) ||
    launchers.has(name) ||
    riskyPrograms.has(name) ||
    knownNames.has(name) ||
    name === 'awk' ||
    name === 'sed'
  );
}

const riskyPrograms: ReadonlySet<string> = new Set([...riskyArguments.keys()].map((key) => key.split(' ')[0] ?? ''));

/** Whether any table lists the program. */
export function isKnownProgram(word: string): boolean {
  return isKnown(canonicalName(word));
}
