import { readFileSync } from 'node:fs'

const PACKAGE_FILE = new URL('../../../package.json', import.meta.url)

/** The program's version, as its package says. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { version: string }
  return version
}
