/**
 * Custom commands: Markdown files that are sent to the model when their name is typed after a slash, with the arguments filled in.
 * `review.md` is `/review`, `git/review.md` is `/git:review`.
 */
import { readFrontmatter, textField } from './frontmatter.ts';
import { type ExtensionFolder, type ExtensionProblem, readMarkdownFiles } from './markdown-files.ts';

export interface OwnCommand {
  readonly name: string;
  /** From the front matter; default: the first line of the template. */
  readonly description: string;
  /** A hint for users about its arguments. */
  readonly argumentHint?: string;
  readonly template: string;
  readonly path: string;
  readonly from: ExtensionFolder['from'];
}

export interface OwnCommands {
  readonly commands: readonly OwnCommand[];
  readonly problems: readonly ExtensionProblem[];
}

const aName = /^[A-Za-z0-9][\w.-]{0,63}(?::[A-Za-z0-9][\w.-]{0,63})*$/;
const longestDescription = 200;

export async function readCommands(folders: readonly ExtensionFolder[]): Promise<OwnCommands> {
  const commands = new Map<string, OwnCommand>();
  const problems: ExtensionProblem[] = [];
  for (const folder of folders) {
    for (const { path, name: given, text } of await readMarkdownFiles(folder, problems)) {
      const name = given.replaceAll('/', ':');
      const head = readFrontmatter(text);
      const hint = textField(head, 'argument-hint');
      const { body } = head;
      if (!aName.test(name))
        problems.push({ where: path, text: 'Its name cannot be typed. Use letters, digits and - _ . in file names.' });
      else if (body === '') problems.push({ where: path, text: 'It is empty.' });
      else if (!commands.has(name))
        commands.set(name, {
          name,
          description: (textField(head, 'description') ?? firstLine(body)).slice(0, longestDescription),
          ...(hint === undefined ? {} : { argumentHint: hint }),
          template: body,
          path,
          from: folder.from,
        });
    }
  }
  return { commands: [...commands.values()], problems };
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/^#+\s*/, '');
}
