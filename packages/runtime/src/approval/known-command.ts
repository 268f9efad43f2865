/** What the tables of programs say, as data. */

/**
 * What the words of a command are that are not options.
 *
 * - `text`: printed or compared; nothing is opened.
 * - `files`: files whose contents are read. `names`: files and folders of which only names, sizes and the like are shown.
 * - `tree`: folders that are searched with everything in them; the working folder if none is named.
 * - `pattern`: first what is searched for, then files, or folders with everything in them.
 * - `git-names`, `git-contents`: revisions and paths of a repository.
 * - `data`: never run, but the command changes something.
 * - `run`: the command runs something of the project's, or what its words say. Only its options are known.
 */
export type WordsKind = 'text' | 'files' | 'names' | 'tree' | 'pattern' | 'git-names' | 'git-contents' | 'data' | 'run';

/**
 * A program's name, or name and command; what its words are; the options that do no harm, separated by blanks; how many other words
 * there may be. `-abc` are three options without a value, `-n=` has one, `--name` may have one behind `=`, `--name=` also in the next word,
 * `-#` is a number, `+` any word that begins with it. `*`: all there are do no harm.
 */
export type KnownRow = readonly [name: string, words: WordsKind, options: string, most?: number];
