/** One thing that was looked at. */
export interface Checkup {
  readonly state: 'ok' | 'note' | 'problem';
  readonly what: string;
  readonly found: string;
  /** What to do about it. */
  readonly fix?: string;
}
