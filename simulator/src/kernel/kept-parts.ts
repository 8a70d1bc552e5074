/** A part that can outlive its user. */
export type KeptPart = AsyncDisposable & {
  /** Whether it has ended by itself. */
  isDead?(): boolean
}

/**
 * Parts that are slow to start (threads, mostly) and outlive a platform that is set back: the next one takes them over.
 * Disposed of, all of them end.
 */
export type KeptParts = AsyncDisposable & {
  /**
   * The part of a kind: the former one if it was made for the same `purpose` and lives, else what `make` makes. Whoever
   * takes it leaves it as it was found, and does not end it.
   */
  take<Part extends KeptPart>(kind: string, purpose: unknown, make: () => Part | Promise<Part>): Promise<Part>
}

export function createKeptParts(): KeptParts {
  const kept = new Map<string, { purpose: string; part: KeptPart }>()
  return {
    async take<Part extends KeptPart>(kind: string, given: unknown, make: () => Part | Promise<Part>) {
      const purpose = JSON.stringify(given)
      const former = kept.get(kind)
      if (former && former.purpose === purpose && !former.part.isDead?.()) return former.part as Part
      kept.delete(kind)
      await former?.part[Symbol.asyncDispose]()
      const part = await make()
      kept.set(kind, { purpose, part })
      return part
    },
    async [Symbol.asyncDispose]() {
      const parts = [...kept.values()]
      kept.clear()
      await Promise.all(parts.map(({ part }) => part[Symbol.asyncDispose]()))
    },
  }
}
