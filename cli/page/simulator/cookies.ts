/** Cookies of the platform: replies of a service worker cannot set the browser's. */
export class Cookies {
  readonly #kept = new Map<string, string>()

  /** A reply's Set-Cookie headers (RFC 6265, 5.2); what is over is forgotten. */
  hear(headers: readonly string[]): void {
    for (const header of headers) {
      const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
      const mark = pair.indexOf('=')
      if (mark < 1) continue
      const name = pair.slice(0, mark)
      if (attributes.some(isOver)) this.#kept.delete(name)
      else this.#kept.set(name, pair.slice(mark + 1))
    }
  }

  /** Value of a request's Cookie header; empty when there are none. */
  tell(): string {
    return [...this.#kept].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

function isOver(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=')
  if (/^max-age$/i.test(name)) return Number(value) <= 0
  return /^expires$/i.test(name) && Date.parse(value) <= Date.now()
}
