/**
 * A field of a CSV file (RFC 4180). A text that a table program would take for a formula gets an apostrophe before it,
 * whatever blanks it begins with.
 */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
