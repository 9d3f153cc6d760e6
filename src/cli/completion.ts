export function completionScript(shell: unknown): string {
  return String(shell);
}
