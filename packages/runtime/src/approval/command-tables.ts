/** Programs that run a command given in their arguments. The tables list the usual ones, not all. */

/** These always run another command, whatever their arguments are. */
export const runners: ReadonlySet<string> = new Set(
  [
    'eval source . exec command builtin trap alias unalias enable hash set shopt jobs wait fc bind complete compgen',
    'export declare typeset readonly local unset read mapfile readarray getopts let integer float nameref redirect',
    'hist autoload zmodload emulate setopt unsetopt sched disable vared zle',
    'sh bash dash zsh ksh mksh ash csh tcsh fish busybox toybox pwsh powershell cmd rbash yash nu elvish xonsh osascript',
    'sudo doas su sg newgrp runuser pkexec gosu su-exec setuidgid chpst env envdir nohup nice ionice chrt taskset numactl',
    'setsid stdbuf setarch arch linux32 linux64 caffeinate cgexec softlimit runcon catchsegv faketime rlwrap',
    'time timeout gtimeout watch xargs parallel entr script expect unbuffer strace ltrace gdb lldb perf valgrind',
    'chroot unshare nsenter setpriv flock systemd-run at batch crontab ssh rsh mosh start tmux screen dtach abduco',
    'bwrap firejail fakeroot fakechroot proot xvfb-run dbus-run-session torsocks torify proxychains proxychains4',
    'tini dumb-init socat ld.so ld-linux-x86-64.so ld-linux-aarch64.so uftrace rr heaptrack choom prlimit eatmydata cpulimit',
  ].flatMap((names) => names.split(' ')),
);

/** Programs that run another one, always ('') or with one of these commands. Their other commands run nothing. */
export const launchers: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'npx, bunx, pnpx, uvx, pipx run, hyperfine, chronic, cross-env, cross-env-shell, dotenv, dotenvx, env-cmd, concurrently, nodemon, onchange',
    'npm exec x explore init create config c pkg set, yarn dlx exec node create config plugin set, pnpm dlx exec x create config set, bun x exec create, deno eval',
    'pip config, uv run tool, poetry run, pipenv run, pdm run, hatch run, rye run, conda run, mamba run, micromamba run, tox exec, composer exec',
    'bundle exec, rbenv exec, pyenv exec, nodenv exec, asdf exec, mise exec x, rtx exec x, volta run, nvm exec run, fnm exec, corepack, direnv exec',
    'docker run exec, podman run exec, nerdctl run exec, kubectl exec run debug, oc exec rsh run, lxc exec, incus exec, limactl shell, multipass exec',
    'nix run shell develop, nix-shell, guix shell, flatpak run, flatpak-spawn, snap run, distrobox enter, toolbox run, vagrant ssh, heroku run, wsl',
    'cargo watch, watchexec, reflex, lerna exec, nx exec, dotnet exec, go tool, sccache, ccache, distcc, wine, tsocks, trickle, envchain',
    'op run, doppler run, aws-vault exec, chamber exec, infisical run, teller run, sops exec-env exec-file, mvn exec:exec exec:java, ansible, pssh',
  ]
    .flatMap((line) => line.split(', '))
    .map((entry) => {
      const [name = '', ...commands] = entry.split(' ');
      return [name, commands.length === 0 ? [''] : commands];
    }),
);

/**
 * Arguments that make the program run something, or write a file of that name; by program, or program and command. A `--long` option
 * may be abbreviated and have a value. A `-s` option may be combined with others (`-ns`), with its value behind it. An argument
 * that ends in punctuation may also be the prefix of a word. '' stands for any word.
 */
export const riskyArguments: ReadonlyMap<string, readonly string[]> = new Map([
  ['find', ['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprint0', '-fprintf', '-fls']],
  ['fd', ['-x', '-X', '--exec', '--exec-batch']],
  ['bat', ['--pager', '--config-file']],
  ['rg', ['--pre', '--hostname-bin']],
  [
    'tar',
    [
      ...['--checkpoint-action', '--to-command', '--use-compress-program', '--rsh-command', '--rmt-command'],
      ...['--info-script', '--new-volume-script', '--files-from', '-I', '-F', '-T'],
    ],
  ],
  ['rsync', ['-e', '--rsh', '--rsync-path']],
  ['scp', ['-S', '-o']],
  ['sftp', ['-S', '-o', '-D']],
  ['sort', ['--compress-program', '-o', '--output']],
  ['split', ['--filter']],
  ['tree', ['-o']],
  ['less', ['-o', '-O', '-k', '+', '--log-file', '--lesskey-file', '--lesskey-src', '--lesskey-content']],
  ['zip', ['-T', '-TT', '--unzip-command']],
  ['man', ['-P', '--pager', '-H', '--html']],
  [
    'curl',
    [
      ...[
        '-K',
        '--config',
        '-o',
        '-O',
        '--output',
        '--output-dir',
        '--remote-name',
        '--remote-name-all',
        '-c',
        '-D',
        '-w',
      ],
      ...[
        '--write-out',
        '--stderr',
        '--trace',
        '--trace-ascii',
        '--dump-header',
        '--cookie-jar',
        '--libcurl',
        '--etag-save',
      ],
      ...['--hsts', '--alt-svc', '--engine'],
    ],
  ],
  ['wget', ['-e', '--execute', '--use-askpass', '-O', '--output-document', '-o', '-a', '-P', '--directory-prefix']],
  ['nc', ['-e', '-c']],
  ['ncat', ['-e', '-c', '--exec', '--sh-exec', '--lua-exec']],
  ['tcpdump', ['-z', '-w']],
  ['ip', ['exec', '-b', '-batch']],
  ['sqlite3', ['-cmd', '-init', '.']],
  ['psql', ['-c', '--command', '-f', '--file', '-o', '--output', '-L', '--log-file']],
  ['mysql', ['-e', '--execute', '--pager', '--tee']],
  ['hg', ['--config']],
  ['svn', ['--config-option', '--editor-cmd', '--diff-cmd', '--diff3-cmd']],
  ['printf', ['-v']],
  ['test', ['-v']],
  ['[', ['-v']],
  ['vi', ['-c', '+', '--cmd']],
  ['vim', ['-c', '+', '--cmd']],
  ['nvim', ['-c', '+', '--cmd']],
  ['python', ['-c']],
  ['perl', ['-e', '-E']],
  ['ruby', ['-e']],
  ['php', ['-r', '-B', '-R', '-E']],
  ['lua', ['-e']],
  ['node', ['-e', '-p', '--eval', '--print', '-r', '--require', '--import']],
  ['bun', ['-e', '-p', '--eval', '--print', '-r', '--preload']],
  ['deno', ['eval']],
  ['make', ['SHELL=', '--eval', '-E']],
  [
    'git',
    [
      ...['--exec', '--upload-pack', '--receive-pack', '--config', '--template', 'ext::'],
      ...['--output', '--ext-diff', '--unsafe-paths'],
    ],
  ],
  ['git archive', ['-o']],
  ['git clone', ['-u', '-c']],
  ['git rebase', ['-x']],
  ['git grep', ['-O', '--open-files-in-pager']],
  ['git bisect', ['run']],
  ['git submodule', ['foreach']],
  ...['config', 'difftool', 'mergetool', 'filter-branch', 'send-email', 'daemon', 'instaweb', 'hook', 'shell'].map(
    (command): [string, readonly string[]] => [`git ${command}`, ['']],
  ),
]);

/** Without a script argument, these read one from standard input. */
export const interpreters: ReadonlySet<string> = new Set(
  'node deno bun tsx ts-node python ruby perl php lua bc dc r rscript ghci irb julia ocaml erl iex scala groovy jshell clojure guile racket swift tclsh wish expect octave gnuplot m4'.split(
    ' ',
  ),
);

/** Their first arguments name data. With fewer arguments than this, they read what to do from standard input. */
export const dataShells: ReadonlyMap<string, number> = new Map([
  ['sqlite3', 2],
  ...'psql mysql mariadb duckdb ed vi vim nvim emacs gdb lldb mongosh redis-cli sftp ftp'
    .split(' ')
    .map((name): [string, number] => [name, Number.POSITIVE_INFINITY]),
]);

/** Variables that define what other programs run, or where programs are found. */
export const choosesPrograms: RegExp =
  /^(PATH|ENV|BASH_ENV|IFS|PS[0-4]|SHELL|SHELLOPTS|BASHOPTS|CDPATH|BROWSER|VISUAL|MAKEFLAGS|GOFLAGS|NODE_(OPTIONS|PATH)|LESS(OPEN|CLOSE)|(LD|DYLD|GIT|npm_config|NPM_CONFIG|PYTHON|PERL5?|RUBY|RUSTC?|CARGO|JAVA|JDK|GCC|UV|PIP)_?[A-Za-z0-9_]*|[A-Z_]*(COMMAND|PAGER|EDITOR|ASKPASS|WRAPPER|_OPTIONS|_OPTS|RUNNER|LAUNCHER|PRELOAD))\+?=/;

/** Options of git before its command can name programs, and other repositories whose settings name programs. */
export const harmlessGitOptions: readonly string[] = ['--no-pager', '--version', '--help', '-P', '-h', '-v'];
