/** Settings of git: which do no harm, whoever wrote them. Unknown ones may run a program, now or in the next version of git. */

/** Without the name of a subsection: `remote.url`. */
const harmless: readonly RegExp[] = [
  /^core\.(repositoryformatversion|filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf)$/,
  /^core\.(quotepath|abbrev|compression|untrackedcache|preloadindex|commitgraph|longpaths|protectntfs|protecthfs|trustctime|checkstat)$/,
  /^core\.(sparsecheckout|sparsecheckoutcone|bare)$/,
  /^remote\.(url|fetch|pushurl|tagopt|prune|mirror|skipdefaultupdate|skipfetchall|gh-resolved)$/,
  /^branch\.(remote|merge|rebase|pushremote|description|vscode-merge-base|github-pr-owner-number|autosetupmerge|autosetuprebase)$/,
  /^user\.(name|email|signingkey)$/,
  /^(init\.defaultbranch|fetch\.prune|commit\.gpgsign|tag\.gpgsign|column\.ui|lfs\.repositoryformatversion)$/,
  /^(pull|push|rebase|gc|pack|index|feature|maintenance|advice|i18n|color|status)\.[a-z]+$/,
  /^extensions\.(worktreeconfig|objectformat|refstorage|noop)$/,
  /^diff\.(renames|renamelimit|algorithm|colormoved|mnemonicprefix|noprefix|context)$/,
  /^log\.(date|decorate|abbrevcommit|follow)$/,
  /^merge\.(ff|conflictstyle)$/,
];

const trustedScopes: readonly string[] = ['system', 'global', 'command'];

/**
 * Whether all settings are harmless. `listed`: what `git config --list --show-scope -z` prints: the scope, and a name, line end and
 * value. `more`: names that do no harm here.
 */
export function areHarmless(listed: string, more: readonly RegExp[]): boolean {
  const known = [...harmless, ...more];
  const fields = listed.split('\0');
  return fields.every((entry, at) => {
    if (at % 2 === 0 || trustedScopes.includes(fields[at - 1] ?? '')) return true;
    const name = entry.split('\n', 1)[0] ?? '';
    const plain = `${name.slice(0, name.indexOf('.'))}.${name.slice(name.lastIndexOf('.') + 1)}`;
    return known.some((form) => form.test(plain));
  });
}
