/** Live streams of devices of others, asked for when somebody watches: each gateway that can has a source here. */
import type { StreamName } from '../../media/stream-path.ts'
import type { OpenSource } from '../../media/stream-source.ts'

/** The source of a channel of a foreign device; undefined when it is not from here. */
export type ExternalSource = (name: StreamName) => OpenSource | undefined

export type ExternalStreams = {
  /** The source of a channel, of whichever gateway has it. */
  of: ExternalSource
  add(source: ExternalSource): void
}

export function createExternalStreams(): ExternalStreams {
  const sources: ExternalSource[] = []
  return {
    of(name) {
      for (const source of sources) {
        const found = source(name)
        if (found) return found
      }
      return undefined
    },
    add: (source) => void sources.push(source),
  }
}
