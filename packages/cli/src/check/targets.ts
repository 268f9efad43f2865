/** The targets of a check: the one the user named, or every provider with its default model. */
import { type Destination, resolveProvider, resolveTarget, type Target } from '@interlock/wire';
import { parseTarget } from '../target/parse-target.ts';
import { providerNames, withPlaceholders } from '../target/provider-names.ts';

export interface CheckedTarget {
  /** `provider` or `provider/model`, as the user wrote it. */
  readonly target?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** Throws for an unknown target. */
export function targetsFor({ target, endpoint }: CheckedTarget): readonly Target[] {
  if (target === undefined) return providerNames.map((provider) => withPlaceholders({ provider }));
  const named = withPlaceholders({ ...parseTarget(target), ...(endpoint === undefined ? {} : { endpoint }) });
  resolveTarget(named);
  return [named];
}

/** Keeps the targets that speak the protocol. A single target is always kept, so that the user learns why it does not. */
export function speakersOf(protocol: string, targets: readonly Target[]): readonly Target[] {
  return targets.length === 1 ? targets : targets.filter((target) => speaks(target, protocol));
}

function speaks(target: Target, protocol: string): boolean {
  const { protocols } = resolveProvider(target).provider;
  return protocols.some((each) => (typeof each === 'string' ? each : each.name) === protocol);
}

export function targetName({ provider, model }: Destination): string {
  return `${provider}/${model}`;
}
