/** Ollama's images have no type. Their first bytes tell it, and so do the first characters of the base64 text. */
const beginnings: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['Qk', 'image/bmp'],
];

export function imageType(base64: string): string {
  return beginnings.find(([beginning]) => base64.startsWith(beginning))?.[1] ?? 'image/png';
}
