/**
 * A program that runs several commands at once with the tool, and waits to be killed. Arguments: its folder, the pid of a group that it
 * has stopped watching, and the command lines. Prints their output, each line with the number of its command.
 */
import process from 'node:process';
import { OrphanWatch } from '../../src/process/orphan-watch.ts';
import { createRunCommand } from '../../src/tools/run-command.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';

const [, , folder = '', released = '', ...lines] = process.argv;
const watch = new OrphanWatch();
const tool = createRunCommand({ watch });
const workspace = await openWorkspace(folder);
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
const { signal } = new AbortController();

const former = watch.guard();
former.leads(Number(released));
former.release();
for (const [index, command] of lines.entries()) {
  const progress = (text: string): void => {
    for (const line of text.trim().split('\n')) process.stdout.write(`${index} ${line}\n`);
  };
  void tool.run({ command }, { callId: `call (${index}) *'`, signal, workspace, environment, progress });
}
