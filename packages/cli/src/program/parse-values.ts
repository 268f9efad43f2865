/** Parsers for the values of options. */
import { InvalidArgumentError } from 'commander';

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

export function parsePort(text: string): number {
  const port = parseCount(text);
  if (port > 65_535) throw new InvalidArgumentError('The highest port is 65535.');
  return port;
}

export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** For options that can be repeated. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
