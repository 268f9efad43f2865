/** `interlock` without a command: interactive at a terminal, otherwise one answer. */
import { resolve } from 'node:path';
import type { Input } from '@interlock/runtime';
import type { Agent } from '../agent/agent.ts';
import { isCommandLine } from '../agent/is-command-line.ts';
import type { AgentFlags } from '../config/agent-flags.ts';
import type { OutputFormat } from '../headless/answer-writer.ts';
import { type PromptSource, readPrompt } from '../headless/read-prompt.ts';
import type { OpenAgent } from '../interactive/ask-while-opening.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';

export interface StartFlags extends AgentFlags {
  /** True: no text follows it. */
  readonly print?: string | true;
  readonly outputFormat?: OutputFormat;
  readonly file?: readonly string[];
  readonly quiet?: boolean;
}

/** `commands`: the names of all commands, to tell a prompt from a mistyped command. */
export async function startAgent(
  words: readonly string[],
  flags: StartFlags,
  commands: readonly string[],
  io: Io,
): Promise<number> {
  checkFlags(flags);
  const { print: printed } = flags;
  if (printed === undefined) await refuseMistyped(words, commands);
  const isPrinting = printed !== undefined || flags.outputFormat !== undefined;
  if (!isPrinting && io.stdin.isTTY === true && io.stdout.isTTY === true) return talk(words, flags, io);
  if (flags.resume === true)
    throw usageError(
      '--resume without an id needs a terminal, to list the sessions.\nGive an id: interlock sessions list',
    );
  const promptWords = typeof printed === 'string' ? [printed, ...words] : words;
  const folder = resolve(flags.cwd ?? '.');
  // Offline there is something to show without a prompt, so do not wait for standard input that stays silent.
  const demonstrates = flags.offline === true && !isPrinting;
  const source = { words: promptWords, files: flags.file ?? [], folder, isPromptOptional: demonstrates };
  // Only an open agent knows custom commands and MCP servers.
  if (isCommandLine(promptWords[0] ?? '') || mayNameResource(promptWords)) return answerCommand(source, flags, io);
  const prompt = await readPrompt(source, io);
  if (prompt === undefined && demonstrates) {
    const { runDemonstration } = await import('../demo/run-demonstration.ts');
    return runDemonstration(io, flags.cwd);
  }
  if (prompt === undefined) throw noPrompt(isPrinting);
  return answerOnce(prompt, flags, io);
}

function checkFlags({ continue: last, resume, session, model, route }: StartFlags): void {
  if (last === true && resume !== undefined) throw usageError('--continue and --resume cannot be combined.');
  if (session === false && (last === true || resume !== undefined))
    throw usageError('--no-session saves nothing, so there is nothing to continue. Omit one of them.');
  if (model !== undefined && route !== undefined) throw usageError('--model and --route cannot be combined.');
}

/** A single word that is nearly a command is not a prompt. */
async function refuseMistyped(words: readonly string[], commands: readonly string[]): Promise<void> {
  const [first = ''] = words;
  if (words.length > 2 || !/^[a-z-]+$/.test(first)) return;
  // Loads all of wire, which a prompt must not wait for.
  const { didYouMean } = await import('../print/did-you-mean.ts');
  const suggestion = didYouMean(first, commands);
  if (suggestion === '') return;
  throw usageError(
    `There is no command "${first}".${suggestion}\nTo send it to the agent: interlock -p "${plainText(words.join(' '))}"`,
  );
}

function noPrompt(isPrinting: boolean): Error {
  return usageError(
    isPrinting
      ? 'There is no prompt.\nGive one, interlock -p "…", or pipe one in: echo "…" | interlock -p'
      : 'There is no terminal and no prompt.\nGive a prompt, interlock -p "…", or pipe one in. interlock --offline shows what it can do.',
  );
}

async function answerOnce(prompt: Input, flags: StartFlags, io: Io): Promise<number> {
  return withAgent(flags, io, (agent) => print(agent, prompt, flags, io));
}

async function answerCommand(source: PromptSource, flags: StartFlags, io: Io): Promise<number> {
  return withAgent(flags, io, async (agent) => {
    const prompt = await readPrompt(
      {
        ...source,
        expand: (words) => expandPrompt(words, agent),
        ...(agent.mcp === undefined ? {} : { servers: agent.mcp }),
      },
      io,
    );
    return print(agent, prompt ?? '', flags, io);
  });
}

/** A prompt with its custom command expanded; anything else is sent as it is. */
async function expandPrompt(words: string, agent: Pick<Agent, 'commands' | 'mcp'>): Promise<string> {
  const { readCommandLine } = await import('@interlock/runtime');
  const line = readCommandLine(words);
  if (line === undefined) return words;
  const { findSlashCommand } = await import('../slash/slash-commands.ts');
  if (findSlashCommand(line.name) !== undefined)
    throw usageError(
      `/${plainText(line.name)} works only in the interactive terminal. Start interlock without -p to use it.`,
    );
  // MCP servers offer prompts once they have started.
  await agent.mcp?.start();
  const { expandCustomCommand } = await import('../agent/expand-custom-command.ts');
  return (await expandCustomCommand(words, agent)) ?? words;
}

async function withAgent(flags: StartFlags, io: Io, use: (agent: Agent) => Promise<number>): Promise<number> {
  const { openAgent } = await import('../agent/open-agent.ts');
  const agent = await openAgent(flags, io, { interactive: false });
  try {
    return await use(agent);
  } finally {
    await agent.close();
  }
}

async function print(agent: Agent, prompt: Input, flags: StartFlags, io: Io): Promise<number> {
  const { runPrint } = await import('../headless/run-print.ts');
  const { outputFormat: format = 'text', quiet = false, session: kept = true } = flags;
  return runPrint(agent, { prompt, format, quiet, kept }, io);
}

/** The prompt is drawn before the agent is opened: the user can type at once. */
async function talk(words: readonly string[], flags: StartFlags, io: Io): Promise<number> {
  const { runInteractive } = await import('../interactive/run-interactive.ts');
  const open: OpenAgent = async (ask) => {
    const { openAgent } = await import('../agent/open-agent.ts');
    return openAgent(flags, io, {
      interactive: true,
      askTrust: ask.trust,
      askServer: ask.server,
      askSignIn: ask.signIn,
      askElicitation: ask.elicitation,
    });
  };
  const list = flags.resume === true ? ['/resume'] : [];
  const first = [...list, ...words, ...(flags.file ?? []).map((path) => `@"${path}"`)].join(' ').trim();
  return runInteractive(open, io, first === '' ? undefined : first);
}

/** `@server:uri`: which servers exist is known once the agent is open. */
function mayNameResource(words: readonly string[]): boolean {
  return /(?<=^|[\s("'])@["']?[\w.-]+:\S/u.test(words.join(' '));
}
