/** Ollama's pictures come without a type. The first bytes tell it, and they are the first letters of the base64 text. */
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
