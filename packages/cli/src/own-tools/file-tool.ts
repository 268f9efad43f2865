/**
 * A tool of the agent from a file. It is made by the runtime's `defineTool`, like the built-in tools, but its functions are called in the
 * file's own process. A process that has ended is started again for the next call.
 */
import { type AgentTool, defineTool, type ToolContext, type ToolOutput, type Workspace } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import { type TUnsafe, Type } from 'typebox';
import type { Definition } from './read-definition.ts';
import type { SpareEntry } from './spare-entry.ts';
import type { Question } from './thread-messages.ts';
import { SilentThreadError, type ToolThread } from './tool-thread.ts';

export interface FileToolParts {
  /** Its process, with the file loaded. */
  readonly thread: ToolThread;
  readonly start: () => ToolThread;
  readonly spare: SpareEntry;
  readonly isConfined: boolean;
}

export class FileTool {
  readonly tool: AgentTool;
  readonly #start: () => ToolThread;
  readonly #spare: SpareEntry;
  #thread: ToolThread;
  #isClosed = false;
  #silence: SilentThreadError | undefined;

  constructor(definition: Definition, { thread, start, spare, isConfined }: FileToolParts) {
    this.#thread = thread;
    this.#start = start;
    this.#spare = spare;
    const { hasAccess, hasSubject, parameters, warning: _, ...rest } = definition;
    this.tool = defineTool<TUnsafe<JsonObject>>({
      ...rest,
      parameters: Type.Unsafe<JsonObject>(parameters),
      // Results are untrusted: the scheduler checks everything.
      ...(hasSubject ? { subject: (args, workspace) => this.#ask('subject', args, workspace) as string } : {}),
      ...(hasAccess ? { access: (args, workspace) => this.#ask('access', args, workspace) as object } : {}),
      ...(isConfined ? { confinement: () => ({ confined: true }) } : {}),
      run: (args, context) => this.#run(args, context),
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#thread.close(), this.#spare.close()]);
  }

  async #run(args: JsonObject, context: ToolContext): Promise<ToolOutput> {
    const thread = this.#running();
    const loaded = await thread.loaded;
    if (!('fields' in loaded)) {
      await thread.close();
      throw new Error('The file of the tool can no longer be loaded.');
    }
    context.signal.throwIfAborted();
    return (await thread.run(args, context)) as ToolOutput;
  }

  #ask(question: Question, args: JsonObject, workspace: Workspace): unknown {
    if (this.#silence !== undefined) throw this.#silence;
    try {
      return this.#running().ask(question, args, workspace);
    } catch (error) {
      if (error instanceof SilentThreadError) this.#silence = error;
      throw error;
    }
  }

  #running(): ToolThread {
    if (this.#isClosed) throw new Error('The agent has been closed.');
    if (this.#thread.isOver) this.#thread = this.#start();
    return this.#thread;
  }
}
