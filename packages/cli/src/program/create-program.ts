/** The command line: commands, options and their help. Nothing heavy may be imported here: the code of a command is loaded when it runs. */
import { Command, Option } from 'commander';
import type { StartFlags } from '../commands/start-agent.ts';
import { usageError } from '../io/command-error.ts';
import { readVersion } from '../io/version.ts';
import { fitWidth } from '../print/fit-width.ts';
import { addAcp } from './acp-command.ts';
import { addAgentOptions } from './agent-options.ts';
import type { CommandContext } from './command-context.ts';
import { addCompletion } from './completion-command.ts';
import { addConfig, addModels, addProviders } from './config-commands.ts';
import { addDoctor } from './doctor-command.ts';
import { helpText } from './help-text.ts';
import { addCheck, addRender } from './history-commands.ts';
import { addImport } from './import-command.ts';
import { addInspect } from './inspect-command.ts';
import { addMcp } from './mcp-command.ts';
import { addPermissions } from './permissions-command.ts';
import { addRun } from './run-command.ts';
import { addServe } from './serve-command.ts';
import { addSessions } from './sessions-command.ts';
import { addSetup } from './setup-command.ts';
import { addSimulate } from './simulate-command.ts';
import { addUpgrade } from './upgrade-command.ts';
import { usageText } from './usage-text.ts';

/** Commander's output, kept until it can be written in order. */
export interface PendingOutput {
  readonly out: string[];
  readonly err: string[];
}

export function createProgram({
  pending,
  ...rest
}: Omit<CommandContext, 'program'> & { readonly pending: PendingOutput }): Command {
  const { io, finish } = rest;
  const columns = Math.min(io.stdout.columns ?? 80, 100);
  const program = new Command('interlock')
    .description('A coding agent in which changing the model is safe. Without -p it is interactive.')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    // Options after a command belong to the command: `simulate --model` is not the agent's model.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('See interlock --help.')
    .configureOutput({
      writeOut: (text) => void pending.out.push(fitWidth(text, columns)),
      writeErr: (text) => void pending.err.push(text),
      outputError: (text, write) => write(`interlock: ${usageText(text)}`),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .argument('[prompt...]', 'the first message')
    .action(async (prompt: readonly string[], flags: StartFlags, command: Command) => {
      const wanted = flags.print === undefined ? helpFor(prompt, command) : undefined;
      if (wanted !== undefined) return void wanted.outputHelp();
      const { startAgent } = await import('../commands/start-agent.ts');
      const names = command.commands.map((each) => each.name()).filter((name) => !name.startsWith('_'));
      finish(await startAgent(prompt, flags, names, io));
    });
  program.helpInformation = () => helpText;
  addAgentOptions(program);
  const context: CommandContext = { ...rest, program };
  for (const add of [
    addSessions,
    addImport,
    addPermissions,
    addMcp,
    addDoctor,
    addSetup,
    addModels,
    addProviders,
    addConfig,
  ])
    add(context);
  for (const add of [addRender, addCheck, addInspect, addServe, addAcp, addRun, addSimulate, addCompletion, addUpgrade])
    add(context);
  program.hook('preAction', (_, command) => {
    if (command !== program) refuseMisplacedOption(program, command);
  });
  for (const command of everyCommand(program)) {
    command.addOption(new Option('--debug').hideHelp()).helpCommand(false);
    command.showHelpAfterError(`See interlock ${pathOf(command)} --help.`);
  }
  return program;
}

/** The command of `interlock help sessions list`. Undefined: the words name no command, so they are a prompt for the agent. */
function helpFor([first, ...names]: readonly string[], program: Command): Command | undefined {
  if (first !== 'help' || names.length === 0) return undefined;
  const below = (command: Command | undefined, name: string): Command | undefined =>
    command?.commands.find((each) => each.name() === name);
  return names.reduce<Command | undefined>(below, program);
}

/** An option before a command belongs to the agent and would be ignored silently. */
function refuseMisplacedOption(program: Command, command: Command): void {
  const misplaced = program.options.find((option) => program.getOptionValueSource(option.attributeName()) === 'cli');
  if (misplaced === undefined || misplaced.attributeName() === 'debug') return;
  const name = misplaced.long ?? misplaced.flags;
  throw usageError(
    isOptionOf(command, name)
      ? `${name} must come after the command: interlock ${pathOf(command)} ${name} …`
      : `${name} is an option of the agent, not of interlock ${pathOf(command)}.\nSee interlock ${pathOf(command)} --help.`,
  );
}

function isOptionOf({ options }: Command, name: string): boolean {
  return options.some(({ long }) => long === name);
}

/** The full name of a command, such as `sessions list`. */
function pathOf(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null ? command.name() : `${pathOf(above)} ${command.name()}`;
}

/** All commands below the program. */
function everyCommand({ commands }: Command): readonly Command[] {
  return commands.flatMap((command) => [command, ...everyCommand(command)]);
}
