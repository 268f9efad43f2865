/** A new workspace of real files in a temporary folder for every test, with a secret file beside it. */
import { chmod, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@interlock/transcript';
import { afterEach, beforeEach } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import type { AgentTool, ToolContext, ToolReport, Workspace } from '../../src/tool/tool.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';

export const secret = 'do-not-show-this';

export interface TempWorkspace {
  readonly workspace: Workspace;
  readonly root: string;
  /** A folder beside the workspace that contains `secret.txt`. */
  readonly outside: string;
  put(path: string, content?: string | Uint8Array): Promise<string>;
  /** Runs a tool and returns its output as a report. */
  run(tool: AgentTool, args: JsonObject, context?: Partial<ToolContext>): Promise<ToolReport>;
}

/** Must be called at the top of a test file. */
export function useTempWorkspace(): TempWorkspace {
  let folder = '';
  let workspace: Workspace = { root: '', alsoAllowed: [] };

  beforeEach(async () => {
    folder = temporaryFolder('files');
    await mkdir(join(folder, 'work'));
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'outside', 'secret.txt'), `${secret}\n`);
    workspace = await openWorkspace(join(folder, 'work'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true }).catch(async () => {
      await makeRemovable(folder);
      await rm(folder, { recursive: true, force: true });
    });
  });

  return {
    get workspace() {
      return workspace;
    },
    get root() {
      return join(folder, 'work');
    },
    get outside() {
      return join(folder, 'outside');
    },
    async put(path, content = '') {
      const absolute = join(folder, 'work', path);
      await mkdir(dirname(absolute), { recursive: true });
      await writeFile(absolute, content);
      return absolute;
    },
    async run(tool, args, context = {}) {
      const output = await tool.run(args, {
        callId: 'call',
        signal: new AbortController().signal,
        workspace,
        environment: {},
        progress: () => undefined,
        ...context,
      });
      return typeof output === 'string' ? { text: output } : output;
    },
  };
}

/** Folders that a test has made inaccessible for users other than root. */
async function makeRemovable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await lstat(path)).isDirectory()) await makeRemovable(path);
  }
}
