/** What a caller hands over for one request. */
import type { Content, Ledger, PolicyOptions } from '@interlock/transcript';
import type { Settings, Tool } from '../traits/settings.ts';

export interface RequestInput {
  /** As odd as histories get: raw ids, no turn ids, arguments as text. */
  readonly contents: readonly Content[];
  readonly tools?: readonly Tool[] | undefined;
  readonly system?: string | undefined;
  readonly settings?: Settings | undefined;
  readonly ledger?: Ledger | undefined;
  readonly policy?: PolicyOptions | undefined;
  /** Without thinking, seals and media: for a target that has refused the request as it was. */
  readonly plain?: boolean | undefined;
}
