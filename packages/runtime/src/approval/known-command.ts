/** The row type of the program tables. */

/**
 * The kind of a command's words that are not options.
 * - `text`: printed or compared; nothing is opened.
 * - `files`: files whose contents are read. `names`: files and folders of which only names, sizes and similar facts are shown.
 * - `tree`: folders that are searched recursively; default: the working folder.
 * - `pattern`: first a search pattern, then files, or folders that are searched recursively.
 * - `git-names`, `git-contents`: revisions and paths of a repository.
 * - `data`: never run, but the command changes something.
 * - `run`: the command runs something of the project, or what its words say. Only its options are known.
 */
export type WordsKind = 'text' | 'files' | 'names' | 'tree' | 'pattern' | 'git-names' | 'git-contents' | 'data' | 'run';

/**
 * A program's name, or name and command; the kind of its words; its harmless options, separated by blanks; the maximum number of other
 * words. `-abc` are three options without a value, `-n=` has a value, `--name` may have one after `=`, `--name=` also in the next
 * word. `-w?`, `--name?`: only some versions of the program take a value from the next word, so that word may be anything. `-#` is a
 * number, `+` is any word that starts with it. `*`: all options are harmless.
 */
export type KnownRow = readonly [name: string, words: WordsKind, options: string, most?: number];
