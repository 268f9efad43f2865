/**
 * Simple commands that run another one which stands in their words, or change what later ones mean. A pattern with a star does not
 * cover these: `find *` would otherwise allow `find . -exec rm {} +`, and `env *` everything. The tables hold what is usual, not
 * all there is: what a program does by its own power is what its rule allows.
 */
import type { SimpleCommand } from './simple-command.ts';

/** Whatever their words are. */
const runners: readonly string[] = [
  ...[
    'eval',
    'source',
    '.',
    'exec',
    'command',
    'builtin',
    'trap',
    'alias',
    'unalias',
    'enable',
    'hash',
    'set',
    'shopt',
  ],
  ...['export', 'declare', 'typeset', 'readonly', 'local', 'unset', 'read', 'mapfile', 'readarray', 'getopts', 'let'],
  ...['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'csh', 'tcsh', 'fish', 'busybox', 'pwsh', 'powershell', 'cmd'],
  ...[
    'sudo',
    'doas',
    'su',
    'runuser',
    'pkexec',
    'env',
    'nohup',
    'nice',
    'ionice',
    'chrt',
    'taskset',
    'setsid',
    'stdbuf',
  ],
  ...[
    'time',
    'timeout',
    'watch',
    'xargs',
    'parallel',
    'entr',
    'script',
    'expect',
    'unbuffer',
    'strace',
    'ltrace',
    'gdb',
  ],
  ...[
    'chroot',
    'unshare',
    'nsenter',
    'setpriv',
    'flock',
    'systemd-run',
    'at',
    'batch',
    'crontab',
    'ssh',
    'rsh',
    'start',
  ],
];

/**
 * Words that make the program run something, by its name or its name and command. A `--long` one may be shortened and have a
 * value, a `-s` one may have its value behind it, and so may one that ends in punctuation; '' is any word.
 */
const telling: ReadonlyMap<string, readonly string[]> = new Map([
  ['find', ['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprint0', '-fprintf', '-fls']],
  ['fd', ['-x', '-X', '--exec', '--exec-batch']],
  ['rg', ['--pre', '--hostname-bin']],
  [
    'tar',
    ['--checkpoint-action', '--to-command', '--use-compress-program', '--rsh-command', '--info-script', '-I', '-F'],
  ],
  ['rsync', ['-e', '--rsh', '--rsync-path']],
  ['scp', ['-S', '-o']],
  ['sftp', ['-S', '-o', '-D']],
  ['sort', ['--compress-program', '-o', '--output']],
  ['zip', ['-T', '-TT', '--unzip-command']],
  ['man', ['-P', '--pager', '-H', '--html']],
  ['printf', ['-v']],
  ['test', ['-v']],
  ['[', ['-v']],
  ['vi', ['-c', '+', '--cmd']],
  ['vim', ['-c', '+', '--cmd']],
  ['nvim', ['-c', '+', '--cmd']],
  ['python', ['-c']],
  ['python3', ['-c']],
  ['perl', ['-e', '-E']],
  ['ruby', ['-e']],
  ['php', ['-r']],
  ['node', ['-e', '-p', '--eval', '--print', '-r', '--require', '--import']],
  ['make', ['SHELL=', '--eval']],
  ['git', ['--exec', '--upload-pack', '--receive-pack', '--config', '--template', 'ext::']],
  ['git clone', ['-u', '-c']],
  ['git rebase', ['-x']],
  ['git grep', ['-O', '--open-files-in-pager']],
  ['git bisect', ['run']],
  ['git submodule', ['foreach']],
  ['git config', ['']],
  ['git difftool', ['']],
  ['git mergetool', ['']],
  ['git filter-branch', ['']],
]);

/** Options of git before its command can name programs and other repositories, whose settings name programs. */
const harmlessGitOptions: readonly string[] = ['--no-pager', '--version', '--help', '-P', '-h', '-v'];

export function hidesCommand({ words }: SimpleCommand): boolean {
  const [program, ...rest] = words;
  if (program === undefined) return true;
  const name = programName(program.text);
  if (runners.includes(name)) return true;
  const texts = rest.map(({ text }) => text);
  const isAwk = /^[gmn]?awk$/.test(name);
  const told = telling.get(name);
  if (told === undefined && !isAwk) return false;
  // Anything may come out of an expansion.
  if (rest.some(({ fixed }) => !fixed)) return true;
  if (isAwk) return texts.some((text) => /system|getline|[|>@]|^-[^Fv]/.test(text));
  if (name === 'git' && startsWithOption(texts)) return true;
  const command = texts.find((text) => !text.startsWith('-')) ?? '';
  const all = [...(told ?? []), ...(telling.get(`${name} ${command}`) ?? [])];
  return texts.some((text) => all.some((one) => tells(one, text)));
}

/** `/usr/bin/find` is `find`. */
export function programName(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? '').replace(/\.exe$/i, '');
}

function startsWithOption(words: readonly string[]): boolean {
  const first = words.find((word) => !harmlessGitOptions.includes(word));
  return first?.startsWith('-') === true;
}

function tells(one: string, word: string): boolean {
  if (one === '') return true;
  if (one.startsWith('--')) {
    const name = word.split('=')[0] ?? '';
    return name.length > 3 && one.startsWith(name);
  }
  return /^-|\W$/.test(one) ? word.startsWith(one) : word === one;
}
