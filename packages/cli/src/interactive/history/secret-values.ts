/** The keys that the environment holds. */
import type { Io } from '../../io.ts';

/** Shorter values are settings, which a text may hold by chance. */
const shortest = 8;

export async function secretValues(env: Io['env']): Promise<readonly string[]> {
  const { cleanEnvironment } = await import('@interlock/runtime');
  const clean = cleanEnvironment(env);
  const dropped = Object.entries(env).filter(([name]) => !Object.hasOwn(clean, name));
  return dropped.flatMap(([, value]) => (value !== undefined && value.length >= shortest ? [value] : []));
}
