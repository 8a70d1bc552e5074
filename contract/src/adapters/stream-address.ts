import type { PlatformAdapter } from './platform-adapter.ts'

/** A stream's address after the platform's rewrites, still relative or absolute. */
export function rewrittenAddress(adapter: PlatformAdapter, address: string): string {
  return adapter.media.rewrites.reduce((text, { from, to }) => text.replace(new RegExp(from), to), address)
}
