/**
 * The command line: commands, options and what `--help` says about them. Nothing heavy may be imported here: whatever a command
 * does is loaded when it is run.
 */
import { Command, Option } from 'commander';
import { helpText } from './help-text.ts';
import { addAgentOptions, type StartFlags } from './program/agent-options.ts';
import type { CommandSetting } from './program/command-setting.ts';
import { addCompletion } from './program/completion-command.ts';
import { addDoctor } from './program/doctor-command.ts';
import { addSessions } from './program/sessions-commands.ts';
import { addConfig, addModels, addProviders } from './program/setup-commands.ts';
import { addSimulate } from './program/simulate-command.ts';
import { addCheck, addRender } from './program/wire-commands.ts';
import { readVersion } from './version.ts';

/** What commander says, kept until it can be written in order. */
export interface Said {
  readonly out: string[];
  readonly err: string[];
}

export function createProgram({ said, ...rest }: Omit<CommandSetting, 'program'> & { readonly said: Said }): Command {
  const { io, finish } = rest;
  const program = new Command('interlock')
    .description('A coding agent in which changing the model is safe. Without -p it is interactive.')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .helpCommand(false)
    // An option behind a command is the command's: `simulate --model` is not the agent's model.
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('--help lists what there is.')
    .configureOutput({
      writeOut: (text) => void said.out.push(text),
      writeErr: (text) => void said.err.push(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'interlock: ')),
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .argument('[prompt...]', 'what to say first')
    .action(async (prompt: readonly string[], flags: StartFlags, command: Command) => {
      const { startAgent } = await import('./commands/start-agent.ts');
      const names = command.commands.map((each) => each.name()).filter((name) => !name.startsWith('_'));
      finish(await startAgent(prompt, flags, names, io));
    });
  program.helpInformation = () => helpText;
  addAgentOptions(program);
  const setting: CommandSetting = { ...rest, program };
  for (const add of [addSessions, addDoctor, addModels, addProviders, addConfig]) add(setting);
  for (const add of [addRender, addCheck, addSimulate, addCompletion]) add(setting);
  for (const command of everyCommand(program)) command.addOption(new Option('--debug').hideHelp());
  return program;
}

/** All below the program itself. */
function everyCommand({ commands }: Command): readonly Command[] {
  return commands.flatMap((command) => [command, ...everyCommand(command)]);
}
