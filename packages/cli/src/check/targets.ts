/** The targets of a check: the one the user named, or every provider with its default model. */
import { type Destination, resolveProvider, resolveTarget, type Target } from '@interlock/wire';
import { parseTarget } from '../target/parse-target.ts';
import { anywhere, providerNames } from '../target/provider-names.ts';

export interface Asked {
  /** `provider` or `provider/model`, as the user wrote it. */
  readonly target?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** Throws for an unknown target. */
export function targetsFor({ target, endpoint }: Asked): readonly Target[] {
  if (target === undefined) return providerNames.map((provider) => anywhere({ provider }));
  const named = anywhere({ ...parseTarget(target), ...(endpoint === undefined ? {} : { endpoint }) });
  resolveTarget(named);
  return [named];
}

/** Of several targets, those that speak the protocol; a single one is kept, so that the user learns why it does not. */
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
