/** What an editor provides to an agent that works in it. */
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

/** In a terminal, or with `-p`. */
export const noEditor: EditorParts = { servers: () => ({}), folders: [], adapt: (tool) => tool };

/** For `codingAgent`. */
export function editorRun({ run }: EditorParts): Pick<EditorParts, 'run'> {
  return run === undefined ? {} : { run };
}

/** For a session. */
export function editorBuffers({ buffers }: EditorParts): Pick<EditorParts, 'buffers'> {
  return buffers === undefined ? {} : { buffers };
}
