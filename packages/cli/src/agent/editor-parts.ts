/** The parts of an agent that an editor provides. */
import type { AgentTool, Buffers, RunProcess } from '@interlock/runtime';
import type { McpServerConfig } from '@interlock/runtime/mcp';

export interface EditorParts {
  /** Its MCP servers. `taken`: the names of those in the configuration. */
  readonly servers: (taken: readonly string[]) => Readonly<Record<string, McpServerConfig>>;
  /** Folders outside the workspace that tools may use; absolute. */
  readonly folders: readonly string[];
  /** Files as the editor shows them. Absent: the files on disk. */
  readonly buffers?: Buffers;
  /** Runs commands in the editor's terminals. Absent: they run here. */
  readonly run?: RunProcess;
  /** Adapts a tool for use in the editor. */
  readonly adapt: (tool: AgentTool) => AgentTool;
}

/** The parts in a terminal, and with `-p`. */
export const noEditor: EditorParts = { servers: () => ({}), folders: [], adapt: (tool) => tool };

/** An option of `codingAgent`. */
export function editorRun({ run }: EditorParts): Pick<EditorParts, 'run'> {
  return run === undefined ? {} : { run };
}

/** A session option. */
export function editorBuffers({ buffers }: EditorParts): Pick<EditorParts, 'buffers'> {
  return buffers === undefined ? {} : { buffers };
}
