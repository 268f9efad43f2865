/** The changes that calls make to files, for the diffs that an editor shows: the whole text before and after, unless it is too long. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AgentTool, ApprovalRequest, Buffers } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import type { FileEdit } from './shown-call.ts';

/** For a larger file, the call's own output is shown. */
const maxBytes = 512_000;

const editingTools: readonly string[] = ['edit_file', 'write_file'];

export class EditNotes {
  readonly #edits = new Map<string, FileEdit>();
  readonly #buffers: Buffers | undefined;

  constructor(buffers: Buffers | undefined) {
    this.#buffers = buffers;
  }

  /** The changes so far, by call id. */
  get edits(): ReadonlyMap<string, FileEdit> {
    return this.#edits;
  }

  /** Forgotten once it has been shown. */
  forget(callId: string): void {
    this.#edits.delete(callId);
  }

  /** A tool that changes files, wrapped so that each change is noted. */
  readonly adapt = (tool: AgentTool): AgentTool => {
    if (!editingTools.includes(tool.name)) return tool;
    return {
      ...tool,
      run: async (args, context) => {
        const path = pathIn(args, context.workspace.root);
        const oldText = await this.#textOf(path);
        const output = await tool.run(args, context);
        const isDone = typeof output === 'string' || output.failed !== true;
        const newText = isDone && oldText !== undefined ? await this.#textOf(path) : undefined;
        if (oldText !== undefined && typeof newText === 'string')
          this.#edits.set(context.callId, { path, oldText, newText });
        return output;
      },
    };
  };

  /** The change that a call would make; for calls that need approval. */
  async previewEdit({ tool, args }: ApprovalRequest, workspace: string): Promise<FileEdit | undefined> {
    if (!editingTools.includes(tool)) return undefined;
    const path = pathIn(args, workspace);
    const oldText = await this.#textOf(path);
    const newText = oldText === undefined ? undefined : newTextFrom(args, oldText);
    return oldText === undefined || newText === undefined ? undefined : { path, oldText, newText };
  }

  /** Null: the file does not exist. Undefined: it is too large, or not text. */
  async #textOf(path: string): Promise<string | null | undefined> {
    const found = await stat(path).catch(() => null);
    if (found === null) return null;
    if (!found.isFile() || found.size > maxBytes) return undefined;
    const shown = await this.#buffers?.read?.(path).catch(() => undefined);
    if (shown !== undefined) return shown;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    } catch {
      return undefined;
    }
  }
}

function pathIn({ path }: JsonObject, workspace: string): string {
  return resolve(workspace, typeof path === 'string' ? path.replaceAll('\0', '') : '');
}

/** An approximation from the arguments; only the tool itself knows the exact result. */
function newTextFrom(args: JsonObject, oldText: string | null): string | undefined {
  const { content, old_text: old, new_text: next, replace_all: all } = args;
  if (typeof content === 'string') return content;
  if (typeof old !== 'string' || typeof next !== 'string' || oldText === null || !oldText.includes(old))
    return undefined;
  return all === true ? oldText.replaceAll(old, () => next) : oldText.replace(old, () => next);
}
