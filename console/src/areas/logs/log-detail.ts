/** What belongs to an entry, on one line: `name value` pairs. */
export function detailText(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ')
}

/** A text by its key, or the key's last part where there is none: platforms have calls that we do not know. */
export function knownText(text: string, key: string, name: string): string {
  return text === key ? name : text
}
