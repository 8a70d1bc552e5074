/** Limits simultaneous starts; the others wait their turn in order. */
export type StartGate = {
  /** Calls `begin` at its turn. Returns a function that gives the turn back (also while still waiting). */
  enter(begin: () => void): () => void
}

export function createStartGate(width: number): StartGate {
  const queue: (() => void)[] = []
  let inside = 0
  const advance = (): void => {
    while (inside < width) {
      const begin = queue.shift()
      if (!begin) return
      inside++
      begin()
    }
  }
  return {
    enter(begin) {
      let state: 'waiting' | 'inside' | 'left' = 'waiting'
      const turn = (): void => {
        state = 'inside'
        begin()
      }
      queue.push(turn)
      advance()
      return () => {
        if (state === 'waiting') queue.splice(queue.indexOf(turn), 1)
        if (state === 'inside') inside--
        state = 'left'
        advance()
      }
    },
  }
}
