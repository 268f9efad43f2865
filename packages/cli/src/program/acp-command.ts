/** `acp`: the agent inside an editor. */

import { Option } from 'commander';
import type { AgentFlags } from '../config/agent-flags.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { appendSystemOption, configOption, denyOption, effortOption, offlineOption } from './options.ts';
import { collect } from './parse-values.ts';

export function addAcp({ program, io, finish }: CommandContext): void {
  program
    .command('acp')
    .description('Work inside an editor, over the Agent Client Protocol on standard input and output.')
    .option('-m, --model <target>', 'start with this model: provider/model, or a name from the configuration')
    .option('--route <name>', 'start with this route of the configuration')
    .addOption(effortOption())
    .option('--allow <rule>', 'allow calls without asking; can be repeated', collect)
    .addOption(denyOption())
    .addOption(
      new Option('--mode <mode>', 'what runs without asking').choices(['ask', 'accept-edits', 'plan', 'confined']),
    )
    .addOption(new Option('--sandbox <mode>', 'run commands in a sandbox').choices(['auto', 'require', 'off']))
    .addOption(appendSystemOption())
    .option('--trust', 'trust the folders that are opened: their own configuration may start programs and allow calls')
    .addOption(offlineOption())
    .addOption(configOption())
    .addHelpText('after', `\n${acpHelp}\n\n${exitCodesLine('the editor closed it', 'failed')}`)
    .action(async (flags: AgentFlags) => {
      const { runAcp } = await import('../acp/run-acp.ts');
      finish(await runAcp(flags, io));
    });
}

const acpHelp = `The editor starts it; docs/editors.md has the settings for Zed, JetBrains and
Neovim. Only lines of the protocol go to standard output.

Examples:
  interlock acp
  interlock acp --model anthropic/claude-opus-4-8
  interlock acp --offline`;
