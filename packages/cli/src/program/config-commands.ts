/** `config`, `models` and `providers`. */
import type { ConfigFlags } from '../commands/config.ts';
import type { ModelsFlags } from '../commands/models.ts';
import type { ProvidersFlags } from '../commands/providers.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { withConfigOptions } from './sessions-command.ts';

export function addModels({ program, io, finish }: CommandContext): void {
  withConfigOptions(program.command('models'))
    .description('List the models that can be chosen, with context window and price.')
    .argument('[filter]', 'list only models whose name contains this')
    .option('--json', 'print them as JSON')
    .addHelpText('after', `\n${exitCodesLine('done', 'failed')}`)
    .action(async (filter: string | undefined, flags: ModelsFlags) => {
      const { models } = await import('../commands/models.ts');
      finish(await models(filter, flags, io));
    });
}

export function addProviders({ program, io, finish }: CommandContext): void {
  withConfigOptions(program.command('providers'))
    .description('List the providers: which key and address each uses, and whether it would work now.')
    .option('--check', 'check that each address responds, without sending a key')
    .option('--json', 'print them as JSON')
    .addHelpText('after', `\n${exitCodesLine('done', 'failed')}`)
    .action(async (flags: ProvidersFlags) => {
      const { providers } = await import('../commands/providers.ts');
      finish(await providers(flags, io));
    });
}

export function addConfig({ program, io, finish }: CommandContext): void {
  withConfigOptions(program.command('config'))
    .description('Print the effective configuration, and where each value came from.')
    .option('--path', 'print only the paths of the files')
    .option('--json', 'print it as JSON')
    .addHelpText('after', `\n${exitCodesLine('done', 'failed')}`)
    .action(async (flags: ConfigFlags) => {
      const { config } = await import('../commands/config.ts');
      finish(await config(flags, io));
    });
}
