/** Custom commands, skills and agents, read once at the start, and problems in their files. */
import {
  type AgentDefinition,
  type AgentFile,
  type ExtensionProblem,
  expandCommand,
  readAgents,
  readCommands,
  readSkills,
  type Skill,
} from '@interlock/runtime';
import type { LoadedConfig } from '../config/load-config.ts';
import { plainText } from '../print/plain-text.ts';
import type { Choice, TextCommand } from './agent.ts';
import { builtInNames } from './session-setup.ts';

/** Names of built-in slash commands, aliases included: files cannot take them. A test compares the list with the commands. */
export const slashNames: readonly string[] = [
  ...['clear', 'compact', 'context', 'diagnostics', 'doctor', 'effort', 'exit', 'export', 'fork', 'help', 'import'],
  ...['jobs', 'mcp', 'mode', 'model', 'new', 'permissions', 'quit', 'resume', 'rewind', 'route', 'sessions'],
  ...['thinking', 'tools'],
];

export interface Extensions {
  readonly commands: readonly TextCommand[];
  readonly skills: readonly Skill[];
  readonly agents: readonly AgentDefinition[];
  readonly problems: readonly ExtensionProblem[];
}

export interface ExtensionFacts {
  /** A model or a route by its name. */
  readonly named: (name: string) => Choice | undefined;
  /** Custom tools that are offered. */
  readonly ownTools: readonly string[];
}

export async function loadExtensions(
  { extensions: folders, config: { values } }: Pick<LoadedConfig, 'extensions' | 'config'>,
  { named, ownTools }: ExtensionFacts,
): Promise<Extensions> {
  const [commands, skills, agents] = await Promise.all([
    readCommands(folders.commands),
    readSkills(folders.skills),
    readAgents(folders.agents),
  ]);
  const taken = commands.commands.filter(({ name }) => slashNames.includes(name));
  const tools = [...(await builtInNames()), ...ownTools];
  const problems: ExtensionProblem[] = taken.map(({ path, name }) => ({
    where: path,
    text: `/${name} is a built-in command. Rename the file.`,
  }));
  const definitions = agents.agents.flatMap((file) => {
    const problem = unknownTool(file, tools);
    if (problem !== undefined) problems.push({ where: file.path, text: problem });
    const definition = definitionOf(file, named);
    if (typeof definition !== 'string') return [definition];
    problems.push({ where: file.path, text: definition });
    return [];
  });
  const isDisabled = (values.tools?.disabled ?? []).includes('skill');
  return {
    commands: commands.commands
      .filter((command) => !taken.includes(command))
      .map((command) => ({
        name: command.name,
        summary: plainText(command.description),
        ...(command.argumentHint === undefined ? {} : { argument: plainText(command.argumentHint) }),
        expand: async (argument) => expandCommand(command, argument),
      })),
    skills: isDisabled ? [] : skills.skills,
    agents: definitions,
    problems: [...commands.problems, ...skills.problems, ...agents.problems, ...problems],
  };
}

/** At most one line, because `interlock doctor` lists all problems. */
export function extensionNotices({ problems }: Pick<Extensions, 'problems'>): readonly string[] {
  const [first, ...others] = problems;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` ${others.length} more: interlock doctor lists them.`;
  return [plainText(`${first.where}: ${first.text}${more}`)];
}

/** The definition of an agent, or a sentence that says why it cannot be used. */
function definitionOf(
  { name, description, prompt, tools, model }: AgentFile,
  named: ExtensionFacts['named'],
): AgentDefinition | string {
  const agent = { name, description, prompt, ...(tools === undefined ? {} : { tools }) };
  if (model === undefined) return agent;
  const choice = named(model);
  if (choice === undefined) return `There is no model or route ${JSON.stringify(model)}. The agent is not offered.`;
  if (!choice.usable) return `Its model ${model} cannot be used (${choice.note}). The agent is not offered.`;
  return { ...agent, route: choice.to };
}

function unknownTool({ tools = [] }: AgentFile, known: readonly string[]): string | undefined {
  const name = tools.find((each) => !each.includes('*') && !each.startsWith('mcp__') && !known.includes(each));
  return name === undefined ? undefined : `There is no tool ${JSON.stringify(name)}. Tools here: ${known.join(', ')}.`;
}
