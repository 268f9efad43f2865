/** `permissions` and its subcommands. */
import type { ListPermissionFlags, PermissionFlags } from '../commands/permissions.ts';
import { exitCodesLine } from '../io/exit-codes.ts';
import type { CommandContext } from './command-context.ts';
import { withConfigOptions } from './sessions-command.ts';

export function addPermissions({ program, io, finish }: CommandContext): void {
  const permissions = program
    .command('permissions')
    .description('List the rules for tools and where they come from, and revoke those you allowed for a project.')
    .addHelpText('after', `\n${examples}\n\n${exitCodesLine('done', 'failed')}`);
  withConfigOptions(permissions.command('list'))
    .description('List the rules of this folder.')
    .option('--all', 'list the rules remembered for every project')
    .option('--json', 'print them as JSON')
    .action(async (flags: ListPermissionFlags) => finish(await (await load()).listPermissions(flags, io)));
  withConfigOptions(permissions.command('revoke'))
    .description('Revoke rules that are remembered for this project.')
    .argument('<rule...>', 'as the list shows it, without the word allow')
    .action(async (rules: readonly string[], flags: PermissionFlags) =>
      finish(await (await load()).revokePermissions(rules, flags, io)),
    );
}

function load(): Promise<typeof import('../commands/permissions.ts')> {
  return import('../commands/permissions.ts');
}

const examples = `Examples:
  interlock permissions list
  interlock permissions revoke "run_command(npm test)"`;
