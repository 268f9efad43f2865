/**
 * Whether a program's command may be an alias of another: users and repositories define aliases (`git p` for `git push`), and some
 * programs accept abbreviations (`npm publ`). Built-in commands cannot be redefined.
 */
import { findKnown } from './known-table.ts';

/** Programs with aliases, with built-in commands that are not in the tables. */
const ownCommands: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'git am archive bundle check-attr check-mailmap check-ref-format checkout-index cherry-pick citool clone column commit-graph commit-tree config credential daemon diagnose difftool fast-export fast-import fetch-pack filter-branch fmt-merge-msg for-each-repo format-patch fsck gui hash-object help hook http-fetch http-push imap-send index-pack instaweb interpret-trailers lfs ls-remote mailinfo mailsplit maintenance merge-file merge-index merge-one-file merge-tree mergetool mktag mktree multi-pack-index mv p4 pack-objects pack-refs patch-id prune prune-packed quiltimport read-tree receive-pack refs remote repack replace request-pull rerere scalar send-email send-pack sh-setup show-branch show-index sparse-checkout stripspace submodule subtree svn unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag web--browse worktree write-tree backfill replay',
    'cargo build b check c test t run r bench clippy doc d clean fetch fix fmt tree metadata update add remove rm new init install uninstall search publish yank login logout owner package vendor generate-lockfile locate-project pkgid report rustc rustdoc verify-project version help config info miri nextest',
    'gh auth browse codespace gist issue org pr project release repo cache run workflow alias api attestation completion config extension gpg-key label preview ruleset search secret ssh-key status variable help copilot',
    'hg add addremove annotate archive backout bisect blame bookmarks branch branches bundle cat clone commit config copy diff export files forget graft grep heads help id identify import incoming init locate log manifest merge outgoing parents paths phase pull push recover remove rename resolve revert root serve status summary tag tags tip unbundle update verify version',
  ].map((line) => {
    const [name = '', ...commands] = line.split(' ');
    return [name, new Set(commands)];
  }),
);

/** `wanted`: the command in the rule. */
export function mayBeAlias(program: string, command: string, wanted: string): boolean {
  if (command === wanted || findKnown(`${program} ${command}`) !== undefined) return false;
  const own = ownCommands.get(program);
  return own === undefined ? command.length > 1 && wanted.startsWith(command) : !own.has(command);
}
