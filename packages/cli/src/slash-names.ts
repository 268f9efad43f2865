/** The names that commands of the terminal have, other names included: files of the user cannot take them. A test holds the list against the commands. */
export const slashNames: readonly string[] = [
  ...['clear', 'compact', 'context', 'diagnostics', 'doctor', 'effort', 'exit', 'export', 'fork', 'help', 'import'],
  ...['jobs', 'mcp', 'mode', 'model', 'new', 'permissions', 'quit', 'resume', 'rewind', 'route', 'sessions'],
  ...['thinking', 'tools'],
];
