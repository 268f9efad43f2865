/**
 * Skills in the Agent Skills format: a folder with a `SKILL.md` whose front matter has a name and a description. The model sees only
 * these, and reads the rest when it uses the skill (`tools/skill.ts`).
 */
import { readdir, realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { readFrontmatter, textField } from './frontmatter.ts';
import { type ExtensionFolder, type ExtensionProblem, readBounded } from './markdown-files.ts';

export interface Skill {
  readonly name: string;
  readonly description: string;
  /** The folder of the skill, with links resolved. */
  readonly folder: string;
  readonly from: ExtensionFolder['from'];
}

export interface Skills {
  readonly skills: readonly Skill[];
  readonly problems: readonly ExtensionProblem[];
}

/** Defined by the format. */
const aName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longestName = 64;
const longestDescription = 1_024;
/** Limits for one folder and for all: every request contains the descriptions. */
const mostEntries = 500;
const mostSkills = 100;

export async function readSkills(folders: readonly ExtensionFolder[]): Promise<Skills> {
  const skills = new Map<string, Skill>();
  const problems: ExtensionProblem[] = [];
  for (const folder of folders) {
    const names = await readdir(folder.path).catch((): string[] => []);
    for (const name of names
      .filter((each) => !each.startsWith('.'))
      .toSorted()
      .slice(0, mostEntries)) {
      const read = await readSkill(join(folder.path, name), folder.from);
      if (read === undefined) continue;
      if ('text' in read) problems.push(read);
      else if (skills.has(read.name)) continue;
      else if (skills.size >= mostSkills)
        problems.push({ where: read.folder, text: `Only ${mostSkills} skills are offered.` });
      else skills.set(read.name, read);
    }
  }
  return { skills: [...skills.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1)), problems };
}

/** Undefined: a file, or a folder that is not a skill. */
async function readSkill(path: string, from: Skill['from']): Promise<Skill | ExtensionProblem | undefined> {
  const where = join(path, 'SKILL.md');
  const folder = await realpath(path).catch(() => path);
  const file = await realpath(where).catch(() => undefined);
  if (file === undefined) return undefined;
  if (!file.startsWith(`${folder}${sep}`)) return { where, text: 'It is a link to a file outside its folder.' };
  const text = await readBounded(file);
  if (typeof text !== 'string') return { where, text: text.problem };
  const head = readFrontmatter(text);
  const name = textField(head, 'name');
  const description = textField(head, 'description');
  if (name === undefined || !aName.test(name) || name.length > longestName)
    return { where, text: 'The front matter needs a name: lowercase letters, digits and hyphens, at most 64.' };
  if (name !== basename(path)) return { where, text: `Its name is ${name}; its folder must have the same name.` };
  if (description === undefined) return { where, text: 'The front matter needs a description.' };
  return { name, description: description.slice(0, longestDescription), folder, from };
}
