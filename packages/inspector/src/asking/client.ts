/** Asks the page's server. Addresses are relative: the token is part of the page's own. */
import type { DocumentName, Failure } from './api.ts';

export class AskError extends Error {}

export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  return read<T>(await fetch(`api/${path}`, signal === undefined ? {} : { signal }));
}

export async function askText(path: string): Promise<string> {
  const response = await fetch(`api/${path}`);
  if (!response.ok) throw await failureOf(response);
  return response.text();
}

export async function openSession(id: string): Promise<DocumentName> {
  return read(await fetch(`api/open?session=${encodeURIComponent(id)}`, { method: 'POST' }));
}

export async function openRequest(id: string): Promise<DocumentName> {
  return read(await fetch(`api/open?request=${encodeURIComponent(id)}`, { method: 'POST' }));
}

export async function examine(body: Blob | string, name: string): Promise<DocumentName> {
  return read(await fetch(`api/examine?name=${encodeURIComponent(name)}`, { method: 'POST', body }));
}

export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return query.toString();
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw await failureOf(response);
  return response.json();
}

async function failureOf(response: Response): Promise<AskError> {
  const failure: Failure | undefined = await response.json().catch(() => undefined);
  return new AskError(failure?.error ?? `The server answered with status ${response.status}.`);
}
