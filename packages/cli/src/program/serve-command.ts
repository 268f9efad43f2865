/** `serve`: the gateway for other agents. */
import { Option } from 'commander';
import type { ServeFlags } from '../commands/serve.ts';
import { clientAgentNames } from '../gateway/client-agents.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { offlineOption } from './options.ts';
import { parsePort } from './parse-values.ts';
import { withConfigOptions } from './sessions-command.ts';

export function addServe({ program, io, finish }: CommandContext): void {
  withConfigOptions(program.command('serve'))
    .description("Serve the providers' own APIs on this machine, with your models and routes behind them.")
    .option('--port <n>', 'the port to listen on (default: 4141)', parsePort)
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1); any other needs client tokens')
    .option('--strict', 'refuse requests that would have to be repaired or shortened')
    .addOption(offlineOption())
    .option('--postgres-env <variable>', 'the variable with the URL of a PostgreSQL database, for several instances')
    .option('--record <file>', 'record bodies in a file, without keys and media')
    .option('--quiet', 'write no log')
    .addOption(
      new Option('--for <agent>', 'print the settings that point this agent at the gateway, and exit').choices([
        ...clientAgentNames,
      ]),
    )
    .option('--new-token', 'print a new client token and its hash, and exit')
    .addHelpText('after', `\n${serveHelp}\n\n${exitCodesLine('stopped with Ctrl-C', 'failed')}`)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('../commands/serve.ts');
      finish(await serve(flags, io));
    });
}

const serveHelp = `Clients name a model, an alias or a route of the configuration
(docs/gateway.md). The log goes to standard error.

Examples:
  interlock serve
  interlock serve --offline                      try it without a key
  interlock serve --port 8080 --strict
  eval "$(interlock serve --for claude-code)" && claude`;
