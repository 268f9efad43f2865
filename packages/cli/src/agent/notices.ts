/** Notices for the start, in three lines at most: what is ignored or risky, what was found, what to do. */
import { stat } from 'node:fs/promises';
import type { LoadedConfig } from '../config/load-config.ts';
import { allEntries, keyStateOf } from '../config/provider-entry.ts';
import type { Io } from '../io/io.ts';
import { listNames } from '../print/list-names.ts';
import { plainText } from '../print/plain-text.ts';
import type { FirstTarget } from './default-target.ts';

const maxNotices = 3;

export interface NoticeFacts {
  readonly loaded: LoadedConfig;
  readonly first: FirstTarget;
  readonly firstRun: boolean;
  readonly more: readonly string[];
  /** The program runs at a terminal. */
  readonly interactive: boolean;
}

export function noticesOf(
  { loaded, first, firstRun, more, interactive }: NoticeFacts,
  env: Io['env'],
): readonly string[] {
  const { config, warnings, changed } = loaded;
  const untrusted = config.files.flatMap(({ path, ignored: parts }) =>
    parts.length === 0 ? [] : [ignoredText(path, parts)],
  );
  const ignored = changed.length > 0 ? [changedText(changed)] : untrusted;
  return [
    ...ignored,
    ...warnings,
    ...more,
    ...(firstRun ? foundTexts(loaded, first, env, interactive ? '/model' : '--model') : []),
  ].slice(0, maxNotices);
}

/** There is no configuration file, and no session was ever stored. */
export async function isFirstRun({ folders, config }: LoadedConfig): Promise<boolean> {
  if (config.files.length > 0) return false;
  return stat(folders.state).then(
    () => false,
    () => true,
  );
}

/** Lists only the names, because `interlock config` says why they are ignored. */
function ignoredText(path: string, ignored: readonly string[]): string {
  const shown = listNames(ignored.map((each) => each.slice(0, each.indexOf(': '))));
  return untrustedText(`Ignored in ${path}: ${shown}.`);
}

export function untrustedText(consequence: string): string {
  return plainText(`This folder is not trusted. ${consequence} If you trust it, start with --trust.`);
}

function changedText(changed: readonly string[]): string {
  return plainText(
    `New or changed since you trusted this folder: ${listNames(changed)}. Until you start with --trust, its files can only add restrictions.`,
  );
}

function foundTexts(
  { config: { values }, userFile }: LoadedConfig,
  first: FirstTarget,
  env: Io['env'],
  choose: string,
): readonly string[] {
  const others = allEntries(values, env).flatMap((entry) => {
    const key = keyStateOf(entry, values, env);
    const isFirst = first.name.startsWith(`${entry.name}/`);
    return key.there && key.from !== 'none needed' && !isFirst ? [entry.name] : [];
  });
  const also = others.length === 0 ? '' : ` Keys were also found for ${others.join(', ')}.`;
  return [
    plainText(`Using ${first.name} (${first.origin.name}).${also}`),
    plainText(`${choose} changes it at any time; settings go into ${userFile} (docs/configuration.md).`),
  ];
}
