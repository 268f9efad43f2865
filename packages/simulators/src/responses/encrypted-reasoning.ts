/** Encrypted reasoning: what it is bound to (OAR-011, OAR-012), and its format at each maker (OAR-013). */
import type { Claims, World } from '../api/world.ts';
import type { ResponsesModel } from './models.ts';

const kind = 'reasoning';

/** Real ones begin like this, because they are Fernet tokens. */
function prefixOf({ maker }: ResponsesModel): string {
  return maker === 'mantle' ? 'rsn_' : 'gAAAAAB';
}

function providerOf({ maker }: ResponsesModel): string {
  return `responses-${maker}`;
}

export function encrypt(thinking: string, item: string, model: ResponsesModel, world: World): string {
  const { account, endpoint } = world;
  const claims: Claims = {
    kind,
    provider: providerOf(model),
    model: model.id,
    endpoint,
    account,
    item,
    text: thinking,
  };
  return prefixOf(model) + world.mint(claims);
}

/** Its content, for any account; undefined if this provider did not create it. */
export function decrypt(token: string, model: ResponsesModel, world: World): Claims | undefined {
  const prefix = prefixOf(model);
  const claims = token.startsWith(prefix) ? world.open(token.slice(prefix.length)) : undefined;
  return claims?.kind === kind ? claims : undefined;
}

/** Created for this account, at this address, by this model. */
export function isOwn(claims: Claims, model: ResponsesModel, world: World): boolean {
  return (
    claims.provider === providerOf(model) &&
    claims.model === model.id &&
    claims.endpoint === world.endpoint &&
    claims.account === world.account
  );
}
