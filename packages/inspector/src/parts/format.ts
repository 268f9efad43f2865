/** Human-readable numbers, times and texts. */

const numbers = new Intl.NumberFormat('en-US');

export function countText(count: number): string {
  return numbers.format(count);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

export function timeText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString('en-GB');
}

export function momentText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? ''
    : `${date.toLocaleDateString('en-CA')} ${date.toLocaleTimeString('en-GB').slice(0, 5)}`;
}

export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

export function priceText(dollars: number): string {
  if (dollars === 0) return '$0';
  const digits = dollars < 0.01 ? 4 : dollars < 1 ? 3 : 2;
  return `$${dollars.toFixed(digits)}`;
}

/** A non-zero value is never shown as zero. */
export function shareText(part: number, whole: number): string {
  const percent = whole > 0 ? (part / whole) * 100 : 0;
  return percent > 0 && percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Control characters and direction marks, made visible: they change how the text around them is shown. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(hidden, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : named(sign);
  });
}

const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function named(sign: string): string {
  return `⟨${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
