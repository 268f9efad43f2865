/** The result of one check of `interlock doctor`. */
export interface Checkup {
  readonly state: 'ok' | 'note' | 'problem';
  readonly what: string;
  readonly found: string;
  /** What to do about it. */
  readonly fix?: string;
}
