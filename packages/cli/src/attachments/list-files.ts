/** The files of a folder, listed by the `list_files` tool: without what `.gitignore` excludes, and without running anything. */
export interface Listing {
  readonly names: readonly string[];
  /** There are more than could be listed. */
  readonly isCut: boolean;
}

export async function listFiles(root: string, pattern: string, limit: number, signal: AbortSignal): Promise<Listing> {
  const { builtInTools, openWorkspace } = await import('@interlock/runtime');
  const tool = builtInTools().find(({ name }) => name === 'list_files');
  if (tool === undefined) return { names: [], isCut: false };
  const pieces: string[] = [];
  const output = await tool.run(
    { pattern, limit },
    {
      callId: 'listing',
      signal,
      workspace: await openWorkspace(root),
      environment: {},
      progress: (text) => pieces.push(text),
    },
  );
  const names = pieces.join('').split('\n').filter(isUsable);
  return { names, isCut: typeof output === 'string' && output.includes('[Only the first') };
}

/** The tool quotes names with unusual characters, which do not belong in a prompt. */
function isUsable(name: string): boolean {
  return name !== '' && !name.startsWith('"');
}
