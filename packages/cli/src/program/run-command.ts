/** `run`: starts another agent with our models. */
import { Argument } from 'commander';
import type { RunFlags } from '../commands/run-agent.ts';
import { clientAgentNames } from '../gateway/client-agents.ts';
import type { CommandContext } from './command-context.ts';
import { offlineOption } from './options.ts';
import { withConfigOptions } from './sessions-command.ts';

export function addRun({ program, io, finish }: CommandContext): void {
  withConfigOptions(program.command('run'))
    .description('Start another agent with your models and routes.')
    .addArgument(new Argument('<agent>', 'the agent').choices([...clientAgentNames]))
    .argument('[args...]', 'arguments for the agent')
    .option('--strict', 'refuse requests that would have to be repaired or shortened')
    .addOption(offlineOption())
    .passThroughOptions()
    .addHelpText('after', `\n${runHelp}`)
    .action(async (agent: string, args: readonly string[], flags: RunFlags) => {
      const { runAgent } = await import('../commands/run-agent.ts');
      // Commander keeps the separator, and an agent would read everything after it as its prompt.
      finish(await runAgent(agent, args[0] === '--' ? args.slice(1) : args, flags, io));
    });
}

const runHelp = `A gateway runs as long as the agent does (docs/gateway.md). Your files
are not changed: the agent is configured by variables and arguments.

Exit codes: the agent's own; 127 not installed, 2 could not run.

Examples:
  interlock run claude-code
  interlock run --offline claude-code            try it without a key
  interlock run claude-code -- --model everyday -p "what is this?"
  interlock run codex -- exec -m openai/gpt-5.5 "fix the tests"`;
