/** A word as a shell reads it. */
export function quoted(word: string): string {
  return /^[\w./:,=+@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
