/** Text files: a target that does not accept files gets their text. */
import { bytesOf, type MediaBlock, standardBase64 } from '@interlock/transcript';

/** Decided by its type or, if that is not specific, by its name. A PDF is not a text file. */
export function isTextFile({ mimeType, filename = '' }: MediaBlock): boolean {
  const type = mimeType.toLowerCase().split(';', 1)[0]?.trim() ?? '';
  if (type.startsWith('text/') || textTypes.has(type) || /\+(?:json|xml|yaml)$/.test(type)) return true;
  return (type === '' || type === 'application/octet-stream') && textNames.test(filename);
}

/** Undefined if it is not text after all: invalid UTF-8, or bytes that do not occur in text. */
export function fileContent(block: MediaBlock): string | undefined {
  if (block.encoding === 'text') return block.data;
  if (block.encoding !== 'base64' || !isTextFile(block)) return undefined;
  const data = standardBase64(block.data);
  if (data === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(data));
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

const textTypes: ReadonlySet<string> = new Set([
  ...['application/json', 'application/x-ndjson', 'application/jsonl', 'application/json5', 'application/xml'],
  ...['application/yaml', 'application/x-yaml', 'application/toml', 'application/csv', 'application/markdown'],
  ...['application/javascript', 'application/x-javascript', 'application/typescript', 'application/x-typescript'],
  ...[
    'application/x-sh',
    'application/x-python',
    'application/x-python-code',
    'application/sql',
    'application/graphql',
  ],
]);

const textNames: RegExp =
  /\.(?:txt|md|markdown|csv|tsv|json|jsonl|ndjson|xml|ya?ml|toml|ini|log|html?|css|jsx?|tsx?|py|rb|go|rs|java|kt|c|h|cpp|cs|sh|sql|svg|tex|diff|patch)$/i;
