/** `skill`: the instructions of a skill, and the files next to them. Offered if there are skills. */
import { join } from 'node:path';
import Type from 'typebox';
import { deniedPaths } from '../approval/denied-paths.ts';
import { readFrontmatter } from '../extensions/frontmatter.ts';
import { readBounded } from '../extensions/markdown-files.ts';
import type { Skill } from '../extensions/read-skills.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool, ToolContext, ToolReport } from '../tool/tool.ts';
import { nameOf, resolvePath } from '../workspace/resolve-path.ts';
import { walk } from '../workspace/walk.ts';

const mostNames = 100;

export function createSkillTool(skills: readonly Skill[]): AgentTool {
  return defineTool({
    name: 'skill',
    description: [
      'Loads a skill: instructions for a certain kind of task. If a task matches one of these descriptions, load the skill before you start:',
      ...skills.map(({ name, description }) => `- ${name}: ${description}`),
    ].join('\n'),
    parameters: Type.Object(
      {
        name: Type.Enum(
          skills.map(({ name }) => name),
          { description: 'Name of the skill.' },
        ),
        file: Type.Optional(
          Type.String({
            description: 'Another file of the skill, relative to its folder. Default: SKILL.md, its instructions.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    kind: 'read',
    access: () => ({}),
    subject: ({ name }) => name,
    run: async ({ name, file = 'SKILL.md' }, context) => {
      const skill = skills.find((each) => each.name === name);
      if (skill === undefined) return { text: `There is no skill ${JSON.stringify(name)}.`, failed: true };
      return readSkillFile(skill, file, context);
    },
  });
}

/** Reads only files in the folder of the skill, with links resolved, and none that rules deny to `read_file`. */
async function readSkillFile(skill: Skill, file: string, context: ToolContext): Promise<ToolReport> {
  const path = locate(skill.folder, file);
  if (path === undefined) return { text: `${file} is outside the folder of the skill.`, failed: true };
  const isDenied = deniedPaths(context.rules ?? [], ['read_file', 'skill']) ?? (() => false);
  const names = [path, join(skill.folder, file)].map((each) => nameOf(context.workspace, each));
  if (names.some(isDenied)) return { text: `Rules deny reading ${file}.`, failed: true };
  const text = await readBounded(path);
  if (typeof text !== 'string') return { text: `${file}: ${text.problem}`, failed: true };
  if (file !== 'SKILL.md') return { text };
  const others = namesIn(skill.folder).filter((each) => each !== 'SKILL.md');
  const listed =
    others.length === 0
      ? ''
      : `\n\nFiles of the skill (read them with \`file\`):\n${others.map((each) => `- ${each}`).join('\n')}`;
  return { text: `Folder: ${skill.folder}\n\n${readFrontmatter(text).body}${listed}` };
}

function locate(folder: string, file: string): string | undefined {
  try {
    return resolvePath({ root: folder, alsoAllowed: [] }, file, { mustExist: true }).path;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  const names: string[] = [];
  const nothing = (): void => {};
  for (const { kind, path } of walk({ root: folder, start: '', entering: nothing, failed: nothing })) {
    if (kind === 'file') names.push(path);
    if (names.length >= mostNames) break;
  }
  return names;
}
