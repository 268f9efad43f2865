/**
 * Custom agents for `task`: Markdown files whose front matter has a description and optionally a model and tools; the rest is the
 * prompt.
 */
import { listField, readFrontmatter, textField } from './frontmatter.ts';
import { type ExtensionFolder, type ExtensionProblem, readMarkdownFiles } from './markdown-files.ts';

export interface AgentFile {
  readonly name: string;
  readonly description: string;
  /** The model as written in the file. Absent: the parent's. */
  readonly model?: string;
  /** Names of tools, with `*`; absent: all. */
  readonly tools?: readonly string[];
  readonly prompt: string;
  readonly path: string;
  readonly from: ExtensionFolder['from'];
}

export interface AgentFiles {
  readonly agents: readonly AgentFile[];
  readonly problems: readonly ExtensionProblem[];
}

const aName = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const mostAgents = 50;
const longestDescription = 1_024;

export async function readAgents(folders: readonly ExtensionFolder[]): Promise<AgentFiles> {
  const agents = new Map<string, AgentFile>();
  const problems: ExtensionProblem[] = [];
  for (const folder of folders) {
    for (const { path, name: fileName, text } of await readMarkdownFiles(folder, problems, false)) {
      const read = readAgent(fileName, text);
      if (typeof read === 'string') problems.push({ where: path, text: read });
      else if (agents.size >= mostAgents)
        problems.push({ where: path, text: `Only ${mostAgents} agents are offered.` });
      else if (!agents.has(read.name)) agents.set(read.name, { ...read, path, from: folder.from });
    }
  }
  return { agents: [...agents.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1)), problems };
}

/** Returns the agent, or a sentence that says what is wrong with the file. */
function readAgent(fileName: string, text: string): Omit<AgentFile, 'path' | 'from'> | string {
  const head = readFrontmatter(text);
  const name = textField(head, 'name') ?? fileName;
  const description = textField(head, 'description');
  const model = textField(head, 'model');
  const tools = listField(head, 'tools');
  if (!aName.test(name)) return `${JSON.stringify(name)} is not a valid name. Use lowercase letters, digits and - _.`;
  if (description === undefined) return 'The front matter needs a description that says what it is for.';
  if (head.body === '') return 'It has no prompt.';
  return {
    name,
    description: description.slice(0, longestDescription),
    ...(model === undefined || model === 'inherit' ? {} : { model }),
    ...(tools === undefined || tools.includes('*') ? {} : { tools }),
    prompt: head.body,
  };
}
