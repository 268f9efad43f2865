/**
 * Programs that change or run something, with the options that run nothing else and write nowhere else. A rule such as `npm test *`
 * covers these options and asks about all others: `npm test --node-options=…` could run anything.
 */
import type { KnownRow } from './known-command.ts';

const npm =
  '-sgDE -w= --silent --quiet --verbose --loglevel= --workspace= --workspaces --if-present --no-audit --no-fund --audit --fund --offline --prefer-offline --prefer-online --production --omit= --include= --dry-run --json --long --parseable --depth= --all --color --no-color --progress --no-progress --version --help --ignore-scripts --no-save --save-dev --save-exact --save-optional --save-peer --global --force --legacy-peer-deps --yes -y';
const pytest =
  '-lqsvx -k= -m= -r= -n= --tb= --maxfail= --exitfirst --verbose --quiet --collect-only --co --lf --last-failed --ff --failed-first --sw --stepwise --durations= --no-header --no-summary --showlocals --color= --markers --fixtures --strict-markers --version --help --capture=';
const cargo =
  '-qvr -j= -p= --release --all --workspace --all-targets --all-features --no-default-features --features= --package= --exclude= --bin= --bins --lib --example= --examples --tests --test= --benches --bench= --doc --no-run --no-fail-fast --quiet --verbose --jobs= --profile= --locked --offline --frozen --message-format= --color= --keep-going --timings --version --help';
const go =
  '-v -x -n -a -race -short -count= -run= -bench= -benchmem -benchtime= -timeout= -parallel= -p= -tags= -cover -covermode= -coverpkg= -failfast -json -list= -shuffle= -skip= -cpu= -mod= -trimpath -work -msan -asan -m -u -t -deps -e -f= -versions -all';
const runner =
  '-uwtq --run --watch --coverage --silent --verbose --ci --bail --passWithNoTests --no-coverage --color --no-color --testNamePattern= -t= --changed --onlyChanged --runInBand -i --version --help --update --project= --shard= --retry=';

export const knownChangers: readonly KnownRow[] = [
  ['npm', 'run', npm],
  ...[
    'test',
    't',
    'tst',
    'run',
    'run-script',
    'start',
    'stop',
    'restart',
    'build',
    'install',
    'i',
    'ci',
    'add',
    'update',
  ].map((command): KnownRow => [`npm ${command}`, 'run', npm]),
  ...[
    'uninstall',
    'remove',
    'rm',
    'ls',
    'list',
    'outdated',
    'view',
    'info',
    'show',
    'audit',
    'why',
    'explain',
    'ping',
  ].map((command): KnownRow => [`npm ${command}`, 'data', npm]),
  ...['pack', 'publish', 'version', 'prune', 'dedupe', 'link', 'root', 'prefix', 'bin', 'whoami', 'doctor', 'fund'].map(
    (command): KnownRow => [`npm ${command}`, 'run', npm],
  ),
  [
    'yarn',
    'run',
    '-DEs --silent --verbose --frozen-lockfile --immutable --offline --production --dev --exact --json --version --help --non-interactive --check-files',
  ],
  [
    'pnpm',
    'run',
    '-DErsw -F= --silent --recursive --filter= --frozen-lockfile --no-frozen-lockfile --offline --prefer-offline --prod --dev --save-dev --save-exact --workspace-root --parallel --stream --reporter= --version --help --json --if-present',
  ],
  ['bun', 'run', '--silent --watch --hot --version --help --production --frozen-lockfile --dev --exact'],
  [
    'tsc',
    'run',
    '-bhvw -p= -t= -m= --build --noEmit --watch --pretty --strict --skipLibCheck --project= --version --help --listFiles --traceResolution --showConfig --force --dry --verbose --clean --incremental --esModuleInterop --jsx= --target= --module= --moduleResolution=',
  ],
  [
    'eslint',
    'run',
    '-h -v --fix --fix-dry-run --ext= --quiet --max-warnings= --no-error-on-unmatched-pattern --color --no-color --cache --version --help',
  ],
  [
    'prettier',
    'run',
    '-clwuh --check --write --list-different --ignore-unknown --log-level= --no-error-on-unmatched-pattern --version --help',
  ],
  [
    'biome',
    'run',
    '--write --fix --unsafe --staged --changed --max-diagnostics= --diagnostic-level= --error-on-warnings --verbose --colors= --reporter= --version --help',
  ],
  ['vitest', 'run', runner],
  ['jest', 'run', runner],
  [
    'mocha',
    'run',
    '-bcgw --bail --grep= -g= --timeout= -t= --recursive --watch --parallel --forbid-only --color --no-color --version --help',
  ],
  ['pytest', 'run', pytest],
  ['tox', 'run', '-qvr -e= --version --help'],
  [
    'ruff',
    'run',
    '-nqsv --fix --no-fix --diff --watch --select= --ignore= --check --quiet --verbose --statistics --show-files --no-cache --version --help',
  ],
  ['black', 'run', '-qvS -l= --check --diff --quiet --verbose --line-length= --fast --safe --color --version --help'],
  [
    'mypy',
    'run',
    '-pv --strict --ignore-missing-imports --no-incremental --show-error-codes --pretty --version --help',
  ],
  ['cargo', 'run', cargo],
  ...[
    'build',
    'b',
    'check',
    'c',
    'test',
    't',
    'run',
    'r',
    'bench',
    'clippy',
    'doc',
    'clean',
    'fetch',
    'tree',
    'metadata',
    'update',
    'add',
    'remove',
  ].map((command): KnownRow => [`cargo ${command}`, 'run', cargo]),
  ['cargo fmt', 'run', '-v --all --check --quiet --verbose'],
  ['go', 'run', ''],
  ...['build', 'test', 'run', 'vet', 'list', 'fmt', 'install', 'get', 'generate', 'clean', 'version', 'doc'].map(
    (command): KnownRow => [`go ${command}`, 'run', go],
  ),
  ['go mod', 'run', '-v -x -e -go= -compat='],
  ['go env', 'data', '-json -changed'],
  [
    'make',
    'run',
    '-BjkniqrRsStvwdp -j= -l= --always-make --jobs --keep-going --dry-run --just-print --ignore-errors --question --silent --quiet --trace --print-directory --no-print-directory --output-sync --no-builtin-rules --no-builtin-variables --warn-undefined-variables --version --help',
  ],
  ['ninja', 'run', '-vnh -k= -j= -l= --version --verbose --quiet'],
  [
    'node',
    'run',
    '-chv --version --help --check --test --watch --enable-source-maps --no-warnings --trace-warnings --trace-uncaught --trace-deprecation --experimental-strip-types --experimental-test-coverage --test-only --test-name-pattern=  --max-old-space-size= --stack-trace-limit=',
  ],
  ['deno', 'run', '-hV --version --help'],
  ['python', 'run', '-bBdEIOPqsSuvVh --version --help'],
  ['ruby', 'run', '-cvwhW --version --help --copyright'],
  ['perl', 'run', '-cvwWTth --version --help'],
  ['php', 'run', '-hilmnv --version --help --ini --modules'],
  ['lua', 'run', '-vEW'],
  ['tsx', 'run', '--version --help --no-cache'],
  ['mvn', 'run', '-BCeNoqUVvX --batch-mode --quiet --offline --errors --version --help'],
  [
    'gradle',
    'run',
    '-diqsSmtv --info --quiet --stacktrace --offline --parallel --continue --dry-run --no-daemon --daemon --rerun-tasks --scan --version --help --console=',
  ],

  ['mkdir', 'data', '-pv -m= --parents --verbose --mode='],
  ['rmdir', 'data', '-pv --parents --verbose --ignore-fail-on-non-empty'],
  ['touch', 'data', '-acmh -d= -t= --no-create --date='],
  ['rm', 'data', '-dfirRvI --force --recursive --verbose --dir --one-file-system --preserve-root'],
  [
    'cp',
    'data',
    '-abdfHilLnpPrRsTuvxZ --archive --force --recursive --verbose --no-clobber --update --preserve --parents --link --symbolic-link --no-dereference --dereference -t= --target-directory=',
  ],
  ['mv', 'data', '-bfinTuvZ --force --verbose --no-clobber --update -t= --target-directory='],
  ['ln', 'data', '-bfinrsTvLP --force --symbolic --relative --verbose --no-dereference'],
  ['chmod', 'data', '-cfvR --recursive --verbose --changes --silent --quiet --reference='],
  ['sleep', 'text', ''],
  ['cd', 'names', '*', 1],

  [
    'tar',
    'data',
    '-cdrtuxAzjJavpkmOhUWSwsoBnG -f= -C= -X= -b= -K= -N= --create --extract --get --list --diff --append --update --file= --directory= --gzip --bzip2 --xz --zstd --auto-compress --verbose --exclude= --strip-components= --wildcards --keep-old-files --no-same-owner --no-same-permissions --preserve-permissions --totals --sort= --owner= --group= --numeric-owner --mtime= --anchored --exclude-vcs --version --help',
  ],
  [
    'gzip',
    'data',
    '-cdfhklLnNqrtvV123456789 --stdout --decompress --force --keep --list --recursive --test --verbose --best --fast',
  ],
  ['gunzip', 'data', '-cfhklLnNqrtvV --stdout --force --keep --list --test --verbose'],
  ['unzip', 'data', '-cdfjlnopqtuvxzC -d= -x='],
  ['zip', 'data', '-jmqruvy0123456789 -x= -i= --recurse-paths --quiet'],
  [
    'rsync',
    'data',
    '-aAbcCdDEgHhiIJklLmnNoOpPqrRSsStuUvVWxXyz -f= --archive --verbose --quiet --checksum --recursive --relative --update --links --copy-links --perms --times --owner --group --dry-run --whole-file --delete --delete-after --delete-before --delete-during --delete-excluded --exclude= --include= --exclude-from= --include-from= --max-size= --min-size= --partial --progress --info= --stats --human-readable --compress --bwlimit= --timeout= --ignore-existing --existing --size-only --itemize-changes --force --mkpath --no-owner --no-group --no-perms --no-times',
  ],
  [
    'curl',
    'data',
    '-012346agGiIjkLlMNpqRsSvVZ -A= -b= -d= -e= -F= -H= -m= -r= -u= -X= --fail --fail-with-body --silent --show-error --location --head --include --compressed --insecure --verbose --request= --header= --data= --data-raw= --data-urlencode= --data-binary= --json= --form= --user= --user-agent= --referer= --cookie= --max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --max-redirs= --range= --url= --get --http1.1 --http2 --http3 --ipv4 --ipv6 --globoff --no-buffer --no-progress-meter --progress-bar --tlsv1.2 --tlsv1.3  --resolve= --version -f',
  ],
  [
    'wget',
    'data',
    '-46dqvSNcx -t= -T= -w= -U= -Q= --quiet --no-verbose --verbose --spider --server-response --timeout= --tries= --wait= --no-check-certificate --header= --user-agent= --method= --body-data= --max-redirect= --no-clobber --continue --timestamping --version --help',
  ],
  ['ping', 'data', '-46bdLnOqRrvVA -c= -i= -W= -w= -s= -t='],
  ['dig', 'data', '-46 -t= -p= -x= +'],
  ['nslookup', 'data', ''],
  ['ps', 'data', '-AaefHjlLNuwxyZ -C= -G= -p= -t= -U= --forest --sort= --no-headers', 0],
  ['kill', 'data', '-l -s= -n= -#'],
];
