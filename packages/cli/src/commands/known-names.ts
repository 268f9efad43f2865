/** Names that options and help texts list. The packages that define them are only loaded for commands that use them. */
export interface KnownNames {
  readonly protocols: readonly string[];
  readonly providers: readonly string[];
  readonly simulators: readonly string[];
}

const wireCommands: readonly string[] = ['render', 'check', 'sessions', 'doctor'];

export async function loadKnownNames(args: readonly string[]): Promise<KnownNames> {
  const isNamed = (name: string): boolean => args.includes(name);
  const completesModels = args[0] === '__complete' && args.some((arg) => arg === '-m' || /^--model(=|$)/.test(arg));
  const wire =
    wireCommands.some(isNamed) || completesModels
      ? await Promise.all([import('@interlock/wire'), import('../target/provider-names.ts')])
      : undefined;
  const simulators = isNamed('simulate') ? (await import('@interlock/simulators')).apiNames : [];
  return { protocols: wire?.[0].protocolNames ?? [], providers: wire?.[1].providerNames ?? [], simulators };
}
