const BROWSERS = [
  ['Edge', /\bEdg\/(\d+)/],
  ['Firefox', /\bFirefox\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* .*Safari\//],
] as const

/** Name and version of a browser by its User-Agent; empty when it is none that is known. */
export function browserName(userAgent: string | undefined): string {
  for (const [name, pattern] of BROWSERS) {
    const found = pattern.exec((userAgent ?? '').slice(0, 400))
    if (found) return `${name} ${found[1]}`
  }
  return ''
}
