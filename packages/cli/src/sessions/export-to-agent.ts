/** Writes a session as a file that another agent can resume. No existing file is ever replaced. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type AgentWriter, sessionText, type WrittenSession, writerNamed, writers } from '@interlock/import';
import { quoteWord } from '@interlock/runtime';
import { isSummary } from '@interlock/transcript';
import { inputError, messageOf, usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import { machineOf } from './find-source.ts';
import type { ReadSession } from './read-session.ts';

export interface ExportToAgentFlags {
  /** The agent. */
  readonly to: string;
  readonly output?: string;
  /** Writes into the agent's own folder. */
  readonly install?: boolean;
}

export interface AgentExport {
  readonly file: string;
  /** What to run, one command per line. */
  readonly commands: readonly string[];
  /** Messages for the user. */
  readonly messages: readonly string[];
}

export async function exportToAgent(
  { header, contents, updatedAt, queued }: ReadSession,
  title: string,
  flags: ExportToAgentFlags,
  here: string,
  io: Io,
): Promise<AgentExport> {
  const writer = writerNamed(flags.to);
  if (writer === undefined)
    throw usageError(`Sessions can be written for ${writers.map(({ name }) => name).join(', ')}.`);
  const { id, workspace: folder } = header;
  const summarised = contents.find(({ speaker }) => speaker !== 'system');
  const written = writer.write({
    ...{ id, title, folder, contents, time: updatedAt },
    summarised: summarised !== undefined && isSummary(summarised),
  });
  const own = writer.pathOf(written, machineOf(io));
  const file = fileFor(writer, written, own, flags, here);
  await writeNew(file, sessionText(written), flags.install === true);
  const losses = Object.entries(written.leftOut).map(([what, count]) => `${count} ${what}`);
  return {
    file,
    commands: writer.resume(written, file).map((words) => words.map(quoteWord).join(' ')),
    messages: [
      `Wrote ${file}.`,
      ...(losses.length > 0 ? [`Left out: ${losses.join(', ')}.`] : []),
      ...(queued.length > 0 ? [`Not included, because not sent yet: ${queued.join(' | ')}`] : []),
      ...(own !== undefined && own !== file && writer.findsInstalledOnly
        ? [`${writer.label} finds it only as ${own}. Move it there, or use --install.`]
        : []),
      `Run this in ${folder}:`,
    ],
  };
}

function fileFor(
  { label }: AgentWriter,
  { fileName }: WrittenSession,
  own: string | undefined,
  { output, install }: ExportToAgentFlags,
  here: string,
): string {
  if (install !== true) return output === undefined ? join(here, fileName) : resolve(output);
  if (own !== undefined) return own;
  throw usageError(
    `${label} keeps its sessions in a database that only it writes.\nOmit --install: the output has the command that imports the file.`,
  );
}

async function writeNew(file: string, text: string, makeFolder: boolean): Promise<void> {
  try {
    if (makeFolder) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST')
      throw inputError(`${plainText(file)} already exists. Nothing was written.\nGive another name with --output.`);
    const why = messageOf(error);
    throw inputError(`${plainText(file)} could not be written: ${plainText(why)}`);
  }
}
