/** The models that an Ollama on this machine has. */

/** Where nothing listens, the connection is refused at once; this is for a server that accepts it and says nothing. */
const patienceMs = 3_000;
const longest = 1024 * 1024;
const mostModels = 200;

/** Undefined: nobody answers there, or not like Ollama. Never rejects. */
export async function ollamaModels(endpoint: string, signal?: AbortSignal): Promise<readonly string[] | undefined> {
  const signals = [AbortSignal.timeout(patienceMs), ...(signal === undefined ? [] : [signal])];
  try {
    const answer = await fetch(`${endpoint}/api/tags`, { redirect: 'error', signal: AbortSignal.any(signals) });
    if (!answer.ok || answer.body === null) return undefined;
    const { readAtMost } = await import('@interlock/runtime');
    return namesIn(JSON.parse((await readAtMost(answer.body, longest)) ?? ''));
  } catch {
    return undefined;
  }
}

function namesIn(answer: unknown): readonly string[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('models' in answer) || !Array.isArray(answer.models)) {
    return undefined;
  }
  const listed: readonly unknown[] = answer.models.slice(0, mostModels);
  return listed.flatMap((each) => {
    const name: unknown = typeof each === 'object' && each !== null ? Reflect.get(each, 'name') : undefined;
    // Shown on a terminal.
    return typeof name === 'string' && /^[\w./:@-]{1,200}$/.test(name) ? [name.replace(/:latest$/, '')] : [];
  });
}
