/** Prompts of MCP servers as commands: `/server:prompt`, followed by its arguments in order. */
import { commandWords } from '@interlock/runtime';
import type { McpPrompt, McpServers, PromptArgument } from '@interlock/runtime/mcp';
import { usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';
import type { TextCommand } from './agent.ts';

export function mcpCommands(mcp: Pick<McpServers, 'prompts' | 'prompt'>): readonly TextCommand[] {
  return mcp.prompts().map((prompt) => commandOf(prompt, mcp));
}

function commandOf({ server, name, description, ...prompt }: McpPrompt, mcp: Pick<McpServers, 'prompt'>): TextCommand {
  const hint = prompt.arguments.map(({ name: word, isRequired }) => (isRequired ? `<${word}>` : `[${word}]`)).join(' ');
  const typed = `${typable(server)}:${typable(name)}`;
  return {
    name: typed,
    summary: plainText(description === '' ? `prompt of the MCP server ${server}` : description),
    ...(hint === '' ? {} : { argument: plainText(hint) }),
    expand: async (argument) => {
      const args = argumentsOf(prompt.arguments, commandWords(argument), `/${typed}`);
      const text = await mcp.prompt(server, name, args, new AbortController().signal);
      if (text.trim() === '') throw usageError(`/${typed} is empty.`);
      return text;
    },
  };
}

/** The last argument takes all remaining words. */
function argumentsOf(
  known: readonly PromptArgument[],
  words: readonly string[],
  command: string,
): Readonly<Record<string, string>> {
  if (known.length === 0 && words.length > 0) throw usageError(`${command} takes no arguments.`);
  const entries = known.flatMap(({ name, isRequired }, at) => {
    const word = at === known.length - 1 ? words.slice(at).join(' ') : (words[at] ?? '');
    if (word === '' && isRequired) throw usageError(`${command} needs <${plainText(name)}>.`);
    return word === '' ? [] : [[name, word] as const];
  });
  return Object.fromEntries(entries);
}

function typable(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '-').replace(/^[^A-Za-z0-9]/, 'x');
}
