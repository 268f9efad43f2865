/** Decodes a page: by its byte order mark, the server's charset, the page's own charset, otherwise as UTF-8. */

/** Where a page must declare its charset. */
const longestPrologue = 1_024;

export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? labelIn(contentType) ?? labelInPage(bytes) ?? 'utf-8';
  // Decoded as a stream, because the last character of a cut page may be incomplete.
  return decoderFor(label).decode(bytes, { stream: true });
}

function markOf([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined;
}

function labelIn(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType.slice(0, 500))?.[1];
}

function labelInPage(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, longestPrologue));
  const label = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1];
  // If this text is readable, the page is not UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}
