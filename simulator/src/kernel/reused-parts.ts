/** A part that can outlive its user. */
export type ReusedPart = AsyncDisposable & {
  /** Whether it has ended by itself. */
  isDead?(): boolean
}

/**
 * Parts that are slow to start (threads, mostly) and outlive a platform that is set back: the next one takes them over.
 * Disposed of, all of them end.
 */
export type ReusedParts = AsyncDisposable & {
  /**
   * The part of a kind: the former one if it was made for the same `purpose` and lives, else what `make` makes. Whoever
   * takes it leaves it as it was found, and does not end it.
   */
  take<Part extends ReusedPart>(
    kind: string,
    purpose: unknown,
    make: () => Part | Promise<Part>,
  ): Promise<Part>
}

export function createReusedParts(): ReusedParts {
  const reused = new Map<string, { purpose: string; part: ReusedPart }>()
  return {
    async take<Part extends ReusedPart>(kind: string, given: unknown, make: () => Part | Promise<Part>) {
      const purpose = JSON.stringify(given)
      const former = reused.get(kind)
      if (former && former.purpose === purpose && !former.part.isDead?.()) return former.part as Part
      reused.delete(kind)
      await former?.part[Symbol.asyncDispose]()
      const part = await make()
      reused.set(kind, { purpose, part })
      return part
    },
    async [Symbol.asyncDispose]() {
      const parts = [...reused.values()]
      reused.clear()
      await Promise.all(parts.map(({ part }) => part[Symbol.asyncDispose]()))
    },
  }
}
