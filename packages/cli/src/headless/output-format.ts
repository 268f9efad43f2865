/** What `-p` prints on standard output (docs/json-events.md). */
export type OutputFormat = 'text' | 'json' | 'stream-json';
