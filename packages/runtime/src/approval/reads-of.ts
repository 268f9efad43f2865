/**
 * What a simple command reads, if it certainly does nothing else: then it runs without asking, as the file tools do. It must not have
 * an unlisted option, a path outside the workspace, a program of that name in a folder of the workspace, or a repository whose
 * settings name programs.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, normalize } from 'node:path';
import type { Environment } from '../process/clean-environment.ts';
import { outsidePath } from '../process/outside-path.ts';
import type { Workspace } from '../tool/tool.ts';
import { FileProblem } from '../workspace/file-problem.ts';
import { resolvePath, rootOf } from '../workspace/resolve-path.ts';
import { repositoryRunsNothing } from './git-settings.ts';
import { hidesCommand } from './hides-command.ts';
import { type ReadCommand, readCommand } from './read-command.ts';
import type { SimpleCommand } from './simple-command.ts';

export interface ReadPath {
  /** In the form of a file tool's subject. */
  readonly path: string;
  /** `one`: this file, or the names in this folder. `all`: everything below it. */
  readonly depth: 'one' | 'all';
}

/** Where a command runs. */
export interface CommandContext extends Workspace {
  /** Where the shell looks for programs; absent: unknown, and no program can be trusted to be what its name says. */
  readonly programs?: string;
  /** What commands get. */
  readonly environment?: Environment;
}

type Reads = readonly ReadPath[] | undefined;

/** `line`: the whole command line; `commands`: its parts; `at`: the index of the part. */
export function readsOf(line: string, commands: readonly SimpleCommand[], at: number, place: CommandContext): Reads {
  const command = commands[at];
  // The command's input is not recorded, and it could be any file.
  if (command === undefined || command.assigned.length > 0 || command.redirects || line.includes('<')) return undefined;
  const folders = foldersOf(line, commands, place);
  if (folders === undefined) return undefined;
  const read = readCommand(command);
  if (read.name === 'cd') return readsAfter(line, commands, at, place);
  const [program] = command.words;
  if (program?.text !== read.name && program?.text !== 'fdfind') return undefined;
  if (hidesCommand(command) || isShadowed(program.text, place)) return undefined;
  if (read.name !== 'sed' && !isCertain(read, command)) return undefined;
  return joined(
    folders.map((folder) => (read.name === 'sed' ? sedReads(command, folder, place) : readsBy(read, folder, place))),
  );
}

/** After a `cd` the same command means something else, so the whole line must only read. */
function readsAfter(line: string, commands: readonly SimpleCommand[], at: number, place: CommandContext): Reads {
  if (at !== 0) return undefined;
  return joined(commands.flatMap((_, other) => (other === at ? [] : [readsOf(line, commands, other, place)])));
}

function joined(all: readonly Reads[]): Reads {
  const known = all.filter((reads) => reads !== undefined);
  return known.length === all.length ? known.flat() : undefined;
}

/** All its words are known, and no other version of the program understands them as something else. */
function isCertain({ known, words, unknown, late }: ReadCommand, command: SimpleCommand): boolean {
  if (known === undefined || unknown.length > 0 || words.length > known.most) return false;
  if (command.words.some(({ fixed }) => !fixed)) return false;
  if (known.words !== 'files') return true;
  // `uniq a -c` writes the file `-c` on macOS, and `xxd a -p` the file `-p` everywhere.
  if (known.most < Number.POSITIVE_INFINITY && late.some(({ text }) => text.startsWith('-'))) return false;
  // `strings @list` takes its arguments from the file.
  return !command.words.some(({ text }) => text.startsWith('@'));
}

/** Programs with one author, which understand options anywhere. */
const readingOptionsAnywhere: ReadonlySet<string> = new Set(['rg', 'fd', 'jq', 'tree', 'find']);

function readsBy(read: ReadCommand, folder: string, place: CommandContext): Reads {
  const { known, name, options } = read;
  const texts = read.words.map(({ text }) => text);
  // Where options must come first, the value of a later one is a file.
  const late = readingOptionsAnywhere.has(name) ? [] : read.late.map(({ text }) => text).filter(isNoOption);
  switch (known?.words) {
    case 'text':
      return [];
    case 'names': {
      // It would follow links, and all of its options are listed.
      if (name === 'ls' && options.some((option) => /^(-[^-]*[LH]|--de)/.test(option))) return undefined;
      const isDeep = name === 'ls' && options.some((option) => /^(-[^-]*R|--r)/.test(option));
      const paths = [...texts, ...late].filter((text) => text !== ']' && !/^(=|==|!=|!|\(|\))$/.test(text));
      return placesOf(name === 'ls' && paths.length === 0 ? ['.'] : paths, folder, place, isDeep ? 'all' : 'one');
    }
    case 'files':
      return placesOf([...texts, ...late], folder, place, 'one');
    case 'tree': {
      const paths = [...texts, ...late].filter((text) => !/^[()!,]$/.test(text));
      const found = placesOf(paths.length === 0 ? ['.'] : paths, folder, place, 'all');
      // It follows links out of folders.
      const isFollowing = name === 'diff' && !options.includes('--no-dereference');
      return isFollowing && found?.some(({ depth }) => depth === 'all') === true ? undefined : found;
    }
    case 'pattern':
      return patternReads(read, texts, late, folder, place);
    case 'git-names':
    case 'git-contents':
      return gitReads(texts, options, known.words, folder, place);
    default:
      return undefined;
  }
}

const isNoOption = (text: string): boolean => !text.startsWith('-');

function patternReads(
  { name, options, roles }: ReadCommand,
  texts: readonly string[],
  late: readonly string[],
  folder: string,
  place: CommandContext,
): Reads {
  const [pattern = ''] = texts;
  // A jq program can read variables and other files.
  if (name === 'jq' && /\benv\b|\$ENV|\bimport\b|\binclude\b|\bmodulemeta\b|\$__prog/.test(pattern)) return undefined;
  const isGrep = name.endsWith('grep') || name === 'rg';
  const isNamed = isGrep && options.some((option) => /^(-[^-]*e|--regexp|--files$|--type-list)/.test(option));
  // If a word may be a value or the pattern, any of them may be a file.
  const isUnclear = roles.includes('maybe');
  const paths = isNamed || isUnclear ? [...texts, ...late] : [...texts.slice(1), ...late];
  const isDeep = name === 'rg' || name === 'fd' || options.some((option) => /^(-[^-]*[rd]|--recursive)/.test(option));
  const own = placesOf(paths, folder, place, 'all');
  const isAnywhere = isDeep && (isUnclear || paths.length === 0);
  return isAnywhere ? joined([own, placesOf(['.'], folder, place, 'all')]) : own;
}

function gitReads(
  texts: readonly string[],
  options: readonly string[],
  words: 'git-names' | 'git-contents',
  folder: string,
  place: CommandContext,
): Reads {
  const { environment = {}, programs = '' } = place;
  // A path outside the repository is read without it; `%G?` runs the program that checks signatures.
  if (texts.some((text) => /^[/~]/.test(text) || text.split('/').includes('..'))) return undefined;
  if (
    options.some((option) => option.includes('%G')) ||
    !repositoryRunsNothing(folder, { ...environment, PATH: outsidePath(programs, (each) => isInside(each, place)) })
  )
    return undefined;
  return [{ path: '.', depth: words === 'git-contents' ? 'all' : 'one' }];
}

/** `hidesCommand` has checked the script. */
function sedReads({ words: [, ...rest] }: SimpleCommand, folder: string, place: CommandContext): Reads {
  const texts = rest.map(({ text }) => text);
  if (texts.some((text) => /^(-[nErsuz]*e|--expression|--)/.test(text))) return undefined;
  const [, ...files] = texts.filter((text) => !text.startsWith('-'));
  return placesOf(files, folder, place, 'one');
}

/** `all`: everything below a folder is read. */
function placesOf(paths: readonly string[], folder: string, place: CommandContext, depth: 'one' | 'all'): Reads {
  const found: ReadPath[] = [];
  for (const path of paths) {
    if (path === '-' || path === '/dev/null') continue;
    const location = locate(isAbsolute(path) ? path : `${folder}/${path}`, place);
    if (location === undefined) return undefined;
    const isFolder = statSync(location.path, { throwIfNoEntry: false })?.isDirectory() === true;
    found.push({ path: location.name, depth: isFolder ? depth : 'one' });
  }
  return found;
}

function locate(path: string, place: CommandContext): { readonly path: string; readonly name: string } | undefined {
  try {
    return resolvePath(place, path, { mustExist: false });
  } catch (error) {
    if (error instanceof FileProblem) return undefined;
    throw error;
  }
}

/** The folders that a part may run in. A line may begin with `cd folder &&`, and has no other `cd`. */
function foldersOf(
  line: string,
  commands: readonly SimpleCommand[],
  place: CommandContext,
): readonly string[] | undefined {
  const moves = commands.filter(({ words }) => /^(cd|pushd|popd|chdir)$/.test(words[0]?.text ?? ''));
  if (moves.length === 0) return [place.root];
  const [first] = commands;
  const [, to, ...more] = first?.words ?? [];
  const start = /^\s*cd\s[^;|&()\n]*&&/.exec(line)?.[0];
  const isFirst = moves.length === 1 && moves[0] === first && start !== undefined;
  if (!isFirst || to === undefined || more.length > 0 || !to.fixed || /^[-+]/.test(to.text)) return undefined;
  const folder = folderAfter(to.text, place);
  if (folder === undefined) return undefined;
  // `cd x && a & b`, `cd x && a; b`: b runs here, if only because there is no x when the line runs.
  const rest = line.slice(start.length).replaceAll(/&&|>&[0-9]/g, '');
  return /[;&\n]|\|\|/.test(rest) ? [folder, place.root] : [folder];
}

/** A shell takes `link/..` for the folder that the link is in, as written; the system for the one above its target. */
function folderAfter(to: string, place: CommandContext): string | undefined {
  const folder = locate(to, place)?.path;
  const written = normalize(to);
  const isAlike =
    !to.split('/').includes('..') || (!written.startsWith('..') && locate(written, place)?.path === folder);
  if (folder === undefined || !isAlike) return undefined;
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? folder : undefined;
}

const builtIn: ReadonlySet<string> = new Set([
  'echo',
  'true',
  'false',
  ':',
  'pwd',
  'printf',
  'test',
  '[',
  'type',
  'cd',
]);

/** Whether the workspace has a program of this name where the shell looks for programs. */
function isShadowed(name: string, place: CommandContext): boolean {
  if (builtIn.has(name)) return false;
  if (place.programs === undefined) return true;
  const folders = place.programs.split(delimiter);
  return folders.some((folder) => !isAbsolute(folder) || (isInside(folder, place) && isThere(join(folder, name))));
}

function isInside(folder: string, place: CommandContext): boolean {
  return rootOf(place, folder) !== undefined || locate(folder, place) !== undefined;
}

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}
