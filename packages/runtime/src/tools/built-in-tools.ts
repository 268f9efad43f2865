/** The default tools of an agent, in the order in which they are offered. A tool is one file and one line here. */
import type { Sandbox } from '../process/confinement/sandbox.ts';
import type { RunProcess } from '../process/run-process.ts';
import type { AgentTool } from '../tool/tool.ts';
import { editFile } from './edit-file.ts';
import { createFetchUrl } from './fetch-url.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { createRunCommand } from './run-command.ts';
import { searchFiles } from './search-files.ts';
import { writeFile } from './write-file.ts';

export interface BuiltInOptions {
  /** The sandbox for commands (`openSandbox`). Absent: none. */
  readonly sandbox?: Sandbox;
  /** Runs the processes of commands; see `createRunCommand`. */
  readonly run?: RunProcess;
  /** Offers `fetch_url`; off by default. */
  readonly network?: boolean;
}

export function builtInTools({ sandbox, run, network = false }: BuiltInOptions = {}): readonly AgentTool[] {
  return [
    readFile,
    listFiles,
    searchFiles,
    editFile,
    writeFile,
    createRunCommand({ ...(sandbox === undefined ? {} : { sandbox }), ...(run === undefined ? {} : { run }) }),
    ...(network ? [createFetchUrl()] : []),
  ];
}
