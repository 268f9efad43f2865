/** `interlock permissions`: the rules in effect in this folder, and those remembered for projects. */
import { configuredRules, rememberedRules } from '../agent/list-rules.ts';
import { loadConfig } from '../config/load-config.ts';
import { createPermissionStore } from '../config/permission-store.ts';
import { usageError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { didYouMean } from '../print/did-you-mean.ts';
import { jsonText } from '../print/json-text.ts';
import { plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { showControls } from '../terminal/show-controls.ts';
import { tableText } from './table-text.ts';

export interface PermissionFlags {
  readonly cwd?: string;
  readonly config?: string;
}

export interface ListPermissionFlags extends PermissionFlags {
  /** The remembered rules of every project. */
  readonly all?: boolean;
  readonly json?: boolean;
}

export async function listPermissions(
  { all, json, ...flags }: ListPermissionFlags,
  { env, stdout }: Io,
): Promise<number> {
  const { config, folders, project } = await loadConfig({ flags, env });
  const store = createPermissionStore(folders.state);
  if (all === true) {
    const remembered = await store.list();
    const rows = remembered.map(({ rule, folder }) => [`allow ${showControls(rule)}`, plainText(folder)]);
    await writeText(stdout, json === true ? jsonText(remembered) : textOf(rows, 'Nothing is remembered.', stdout));
    return exitCodes.fine;
  }
  const remembered = rememberedRules((await store.list(project)).map(({ rule }) => rule));
  const rules = [...remembered, ...configuredRules(config)];
  const mode = config.values.approval?.mode ?? 'ask';
  const rows = rules.map(({ verdict, rule, origin }) => [`${verdict} ${showControls(rule)}`, plainText(origin)]);
  await writeText(stdout, json === true ? jsonText({ mode, rules }) : textOf(rows, 'No rules.', stdout));
  return exitCodes.fine;
}

export async function revokePermissions(
  rules: readonly string[],
  flags: PermissionFlags,
  { env, stdout }: Io,
): Promise<number> {
  const { folders, project } = await loadConfig({ flags, env });
  const store = createPermissionStore(folders.state);
  const remembered = (await store.list(project)).map(({ rule }) => rule);
  const unknown = rules.find((rule) => !remembered.includes(rule));
  if (unknown !== undefined) {
    const which = `No rule ${JSON.stringify(unknown)} is remembered for ${project}.${didYouMean(unknown, remembered)}`;
    throw usageError(
      `${plainText(which)}\ninterlock permissions list shows all rules. To remove a rule of a configuration file, edit the file.`,
    );
  }
  for (const rule of rules) {
    await store.revoke(project, rule);
    await writeText(stdout, `Revoked: allow ${showControls(rule)}\n`);
  }
  return exitCodes.fine;
}

function textOf(rows: readonly (readonly string[])[], none: string, stdout: Io['stdout']): string {
  return rows.length === 0 ? `${none}\n` : `${tableText(rows, { shrink: [{ column: 0, min: 24 }] }, stdout)}`;
}
