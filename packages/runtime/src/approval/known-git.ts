/** Commands of git. Those that only read need no approval where the repository names no programs (`git-settings.ts`). */
import type { KnownRow } from './known-command.ts';

const diffing =
  '-abBDiIMCpRrstuwWzZ -U= -S= -G= -l= --patch --no-patch --raw --stat --numstat --shortstat --summary --dirstat --name-only --name-status --color --no-color --color-words --color-moved --word-diff --word-diff-regex= --unified --minimal --patience --histogram --diff-algorithm= --no-renames --find-renames --find-copies --find-copies-harder --diff-filter= --pickaxe-all --pickaxe-regex --relative --no-relative --text --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules --src-prefix= --dst-prefix= --no-prefix --full-index --abbrev --no-abbrev --binary --check --compact-summary --patch-with-stat --merge-base --cached --staged --cc --combined-all-paths';
const logging = `${diffing} -# -n= -g -q -L= -c --oneline --graph --decorate --no-decorate --decorate-refs= --all --branches --tags --remotes --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --merges --no-merges --first-parent --reverse --date= --date-order --author-date-order --topo-order --follow --full-history --dense --sparse --simplify-merges --ancestry-path --left-right --cherry-pick --cherry-mark --left-only --right-only --cherry --boundary --walk-reflogs --pretty --format= --abbrev-commit --no-abbrev-commit --source --parents --children --count --no-walk --no-notes --show-pulls --relative-date --mailmap --use-mailmap --not --exclude=`;

export const knownGit: readonly KnownRow[] = [
  [
    'git',
    'git-names',
    '--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --version --help -P -h -v',
  ],

  [
    'git status',
    'git-names',
    '-bsvuzM --short --branch --porcelain --long --verbose --untracked-files --ignored --ignore-submodules --no-renames --find-renames --column --no-column --ahead-behind --no-ahead-behind --show-stash',
  ],
  ['git diff', 'git-contents', diffing],
  ['git log', 'git-contents', logging],
  ['git show', 'git-contents', logging],
  [
    'git shortlog',
    'git-names',
    '-nsec -w --numbered --summary --email --committer --group= --since= --until= --all --no-merges',
  ],
  [
    'git blame',
    'git-contents',
    '-bceflnpstwC -L= -M -C --date= --porcelain --line-porcelain --show-stats --show-name --show-number --show-email --abbrev= --color-lines --root',
  ],
  ['git annotate', 'git-contents', '-L='],
  [
    'git grep',
    'git-contents',
    '-aiIvwEFGPnlLchHopqzrW -A= -B= -C= -e= -m= -# --cached --untracked --ignore-case --line-number --column --count --name-only --files-with-matches --files-without-match --only-matching --word-regexp --invert-match --extended-regexp --perl-regexp --fixed-strings --and --or --not --all-match --heading --break --show-function --function-context --max-depth= --color --no-color --full-name --quiet',
  ],
  [
    'git ls-files',
    'git-names',
    '-cdmoiskuztvf -x= --cached --deleted --modified --others --ignored --stage --unmerged --killed --exclude-standard --exclude= --full-name --error-unmatch --abbrev --deduplicate --eol --directory --no-empty-directory',
  ],
  [
    'git ls-tree',
    'git-names',
    '-drtlz --name-only --name-status --long --full-name --full-tree --abbrev --format= --object-only',
  ],
  ['git cat-file', 'git-contents', '-ptse'],
  [
    'git rev-parse',
    'git-names',
    '-q --abbrev-ref --short --verify --quiet --show-toplevel --show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --symbolic --symbolic-full-name --all --branches --tags --remotes --show-object-format --revs-only --no-revs --not',
  ],
  [
    'git rev-list',
    'git-names',
    '-# -n= --all --count --max-count= --skip= --since= --until= --no-merges --merges --first-parent --reverse --left-right --branches --tags --remotes --parents --objects --author= --grep= --ancestry-path --abbrev-commit --topo-order --date-order',
  ],
  [
    'git describe',
    'git-names',
    '--all --tags --always --long --dirty --broken --abbrev= --match= --exclude= --exact-match --first-parent --contains --candidates=',
  ],
  ['git name-rev', 'git-names', '--tags --refs= --name-only --always --all --no-undefined'],
  ['git merge-base', 'git-names', '-a --all --octopus --is-ancestor --fork-point --independent'],
  [
    'git show-ref',
    'git-names',
    '-dqs --head --heads --branches --tags --dereference --hash --verify --quiet --abbrev --exists',
  ],
  [
    'git for-each-ref',
    'git-names',
    '--count= --sort= --format= --points-at= --merged --no-merged --contains --no-contains --ignore-case --color',
  ],
  ['git symbolic-ref', 'git-names', '-q --short --quiet', 1],
  ['git cherry', 'git-names', '-v --abbrev'],
  ['git count-objects', 'git-names', '-vH --verbose --human-readable', 0],
  ['git check-ignore', 'git-names', '-qvn --quiet --verbose --non-matching --no-index'],
  ['git diff-tree', 'git-contents', `${diffing} --no-commit-id --root -v -m -c --pretty --always`],
  ['git diff-index', 'git-contents', diffing],
  ['git diff-files', 'git-contents', diffing],
  [
    'git range-diff',
    'git-contents',
    '--creation-factor= --no-dual-color --color --no-color --left-only --right-only --stat',
  ],
  [
    'git branch',
    'git-names',
    '-arvl --all --remotes --list --verbose --show-current --color --no-color --column --no-column --sort= --format= --merged= --no-merged= --contains= --no-contains= --points-at= --abbrev --no-abbrev --ignore-case',
    0,
  ],
  [
    'git tag',
    'git-names',
    '-l -n -# --list --sort= --format= --merged= --no-merged= --contains= --no-contains= --points-at= --column --no-column --color --ignore-case',
    0,
  ],
  ['git remote', 'git-names', '-v --verbose', 0],
  ['git remote get-url', 'git-names', '--all --push'],
  ['git stash list', 'git-names', '-# --oneline --stat --date= --format= --pretty', 0],
  [
    'git stash show',
    'git-contents',
    '-p --patch --stat --numstat --name-only --name-status --include-untracked --only-untracked',
  ],
  ['git worktree list', 'git-names', '-vz --verbose --porcelain', 0],
  ['git reflog', 'git-names', '-# -n= --all --oneline --date= --format= --pretty', 0],
  ['git reflog show', 'git-names', '-# -n= --all --oneline --date= --format= --pretty'],
  ['git version', 'git-names', '--build-options', 0],

  [
    'git add',
    'data',
    '-AfinNpuv --all --update --force --intent-to-add --verbose --dry-run --patch --refresh --ignore-errors --chmod= --renormalize',
  ],
  [
    'git commit',
    'data',
    '-aemnpqsvz -m= -C= -c= -F= -t= -S -u --all --message= --amend --no-edit --no-verify --signoff --no-signoff --allow-empty --allow-empty-message --author= --date= --dry-run --short --verbose --quiet --only --include --patch --fixup= --squash= --reuse-message= --trailer= --cleanup= --no-gpg-sign --reset-author --file=',
  ],
  [
    'git switch',
    'data',
    '-cCdfmqt -c= -C= --create= --force-create= --detach --force --discard-changes --merge --orphan= --quiet --track --no-track --guess --no-guess --ignore-other-worktrees',
  ],
  [
    'git checkout',
    'data',
    '-dflmpqt -b= -B= --detach --force --merge --orphan= --ours --theirs --patch --quiet --track --no-track --guess --no-guess',
  ],
  [
    'git restore',
    'data',
    '-SWmpq -s= --source= --staged --worktree --ours --theirs --merge --patch --quiet --ignore-unmerged --overlay --no-overlay',
  ],
  ['git reset', 'data', '-Npq --soft --mixed --hard --merge --keep --patch --quiet --no-refresh --intent-to-add'],
  ['git rm', 'data', '-fnqr --cached --force --dry-run --quiet --ignore-unmatch'],
  ['git mv', 'data', '-fknv --force --dry-run --verbose'],
  [
    'git merge',
    'data',
    '-enqv -m= -F= -s= -X= -S --abort --continue --quit --commit --no-commit --edit --no-edit --ff --no-ff --ff-only --squash --no-squash --message= --strategy= --strategy-option= --quiet --verbose --stat --no-stat --autostash --no-autostash --signoff --no-verify --allow-unrelated-histories --log',
  ],
  [
    'git rebase',
    'data',
    '-imqvkfr -s= -X= -C= --abort --continue --skip --quit --interactive --onto= --root --keep-empty --no-keep-empty --autosquash --no-autosquash --autostash --no-autostash --fork-point --no-fork-point --merge --rebase-merges --strategy= --strategy-option= --no-verify --quiet --verbose --stat --edit-todo --show-current-patch --update-refs',
  ],
  [
    'git cherry-pick',
    'data',
    '-enx -m= -s -S -X= --edit --no-commit --signoff --mainline= --ff --abort --continue --skip --quit --strategy= --strategy-option= --allow-empty --keep-redundant-commits',
  ],
  [
    'git revert',
    'data',
    '-en -m= -s -S --edit --no-edit --no-commit --mainline= --signoff --abort --continue --skip --quit',
  ],
  [
    'git stash',
    'data',
    '-akpqSu -m= --all --keep-index --no-keep-index --patch --quiet --staged --include-untracked --message=',
  ],
  [
    'git fetch',
    'data',
    '-afkmnpPqtv4u6 -j= --all --append --depth= --deepen= --unshallow --dry-run --force --multiple --prune --prune-tags --tags --no-tags --quiet --verbose --progress --jobs= --shallow-since= --set-upstream --recurse-submodules --no-recurse-submodules --ipv4 --ipv6 --atomic --porcelain',
  ],
  [
    'git pull',
    'data',
    '-nqrvS -s= -X= -j= --rebase --no-rebase --ff --no-ff --ff-only --squash --no-squash --commit --no-commit --edit --no-edit --quiet --verbose --stat --no-stat --all --tags --no-tags --prune --force --depth= --autostash --no-autostash --unshallow --strategy= --strategy-option= --set-upstream --progress --allow-unrelated-histories',
  ],
  [
    'git push',
    'data',
    '-dfnquv46 -o= --all --branches --mirror --tags --follow-tags --delete --dry-run --force --force-with-lease --force-if-includes --no-verify --porcelain --progress --prune --quiet --set-upstream --signed --thin --no-thin --verbose --atomic --push-option= --recurse-submodules=',
  ],
  ['git init', 'data', '-q -b= --quiet --bare --initial-branch= --object-format='],
  [
    'git clone',
    'data',
    '-lnqsv -b= -j= -o= --branch= --depth= --single-branch --no-single-branch --no-tags --quiet --verbose --progress --bare --mirror --no-checkout --origin= --shallow-since= --filter= --sparse --jobs= --no-hardlinks --recurse-submodules --recursive --shallow-submodules',
  ],
  [
    'git apply',
    'data',
    '-3Rvz -C= -p= --stat --numstat --summary --check --index --cached --3way --reverse --reject --verbose --ignore-whitespace --whitespace= --recount --directory= --include= --exclude= --unidiff-zero --allow-empty',
  ],
  [
    'git am',
    'data',
    '-3ikqsuc -p= -C= --abort --continue --skip --quit --signoff --3way --quiet --keep --no-keep --show-current-patch',
  ],
  ['git clean', 'data', '-dfnqxX -e= --dry-run --force --quiet --exclude='],
  ['git gc', 'data', '-q --aggressive --auto --prune --quiet --force', 0],
  [
    'git worktree',
    'data',
    '-fdv -b= -B= --force --detach --checkout --no-checkout --lock --orphan --verbose --porcelain',
  ],
  ['git bisect', 'data', ''],
  ['git notes', 'data', ''],
  ['git archive', 'data', '-v --format= --prefix= --worktree-attributes'],
];
