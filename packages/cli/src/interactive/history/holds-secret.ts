/** Whether a text has a key in it that somebody typed or pasted: such a line is not kept for later runs. */

/** Keys that can be told by their form. */
const forms: readonly RegExp[] = [
  /\bsk-[\w-]{16,}/,
  /\b(gsk|xai|r8|hf|pk|rk)[_-]\w{20,}/,
  /\b(gh[pousr]|github_pat|glpat)[_-][\w-]{20,}/,
  /\bxox[abeoprs]-[\w-]{10,}/,
  /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

/** `secrets`: values that are known to be keys. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => text.includes(secret)) || forms.some((form) => form.test(text));
}
